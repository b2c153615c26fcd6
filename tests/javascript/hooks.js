const COMPANION = new URL("../../companion/", import.meta.url);

export function resolve(name, context, next) {
  return next(name.startsWith("/static/") ? new URL(`web${name}`, COMPANION).href : name, context);
}

export function load(address, context, next) {
  return next(address, address.startsWith(COMPANION.href) ? { ...context, format: "module" } : context);
}
