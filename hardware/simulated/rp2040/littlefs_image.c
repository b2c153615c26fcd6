// Prints the Pico's file system with the files of a folder in it: littlefs_image FOLDER
// Built by tools/pico-image from the littlefs that comes with MicroPython.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lfs2.h"

enum { BLOCK = 4096, BLOCKS = 352 }; // of a Pico with 2 MiB of flash, as MicroPython divides it

static unsigned char disk[BLOCKS * BLOCK];

static int get(const struct lfs2_config *c, lfs2_block_t block, lfs2_off_t at, void *to, lfs2_size_t size) {
    memcpy(to, disk + block * c->block_size + at, size);
    return 0;
}

static int put(const struct lfs2_config *c, lfs2_block_t block, lfs2_off_t at, const void *from, lfs2_size_t size) {
    memcpy(disk + block * c->block_size + at, from, size);
    return 0;
}

static int erase(const struct lfs2_config *c, lfs2_block_t block) {
    memset(disk + block * c->block_size, 0xff, c->block_size);
    return 0;
}

static int sync_disk(const struct lfs2_config *c) {
    (void)c;
    return 0;
}

static void must(int done, const char *what) {
    if (done < 0) {
        fprintf(stderr, "littlefs_image: %s: error %d\n", what, done);
        exit(1);
    }
}

static void copy_file(lfs2_t *files, const char *from, const char *to) {
    char piece[4096];
    lfs2_file_t file;
    FILE *source = fopen(from, "rb");
    must(source ? 0 : -1, from);
    must(lfs2_file_open(files, &file, to, LFS2_O_WRONLY | LFS2_O_CREAT), to);
    for (size_t count; (count = fread(piece, 1, sizeof piece, source)) > 0;)
        must(lfs2_file_write(files, &file, piece, count), to);
    must(lfs2_file_close(files, &file), to);
    fclose(source);
}

static void copy_folder(lfs2_t *files, const char *from, const char *to) {
    struct dirent **entries;
    int count = scandir(from, &entries, NULL, alphasort); // in order, so that the same files are the same bytes
    must(count, from);
    for (int at = 0; at < count; at++) {
        char source[4096], place[512];
        struct stat told;
        const char *name = entries[at]->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        snprintf(source, sizeof source, "%s/%s", from, name);
        snprintf(place, sizeof place, "%s/%s", to, name);
        must(stat(source, &told), source);
        if (S_ISDIR(told.st_mode)) {
            must(lfs2_mkdir(files, place), place);
            copy_folder(files, source, place);
        } else {
            copy_file(files, source, place);
        }
    }
}

int main(int count, char **words) {
    static const struct lfs2_config config = {
        .read = get, .prog = put, .erase = erase, .sync = sync_disk,
        .read_size = 32, .prog_size = 256, .block_size = BLOCK, .block_count = BLOCKS,
        .block_cycles = 100, .cache_size = 1024, .lookahead_size = 32,
    };
    lfs2_t files;
    if (count != 2) {
        fprintf(stderr, "usage: littlefs_image FOLDER\n");
        return 2;
    }
    memset(disk, 0xff, sizeof disk);
    must(lfs2_format(&files, &config), "format");
    must(lfs2_mount(&files, &config), "mount");
    copy_folder(&files, words[1], "");
    must(lfs2_unmount(&files), "unmount");
    return fwrite(disk, 1, sizeof disk, stdout) == sizeof disk ? 0 : 1;
}
