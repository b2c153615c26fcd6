"""The words that scenarios of Hansa Teutonica can say."""
