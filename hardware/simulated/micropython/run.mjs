// One start of a simulated Pico: a real MicroPython whose line is a pty and whose pins lead to a simulated world.
//
// Arguments: the pty's path, the folder that is the Pico's flash, the file of simulated modules, the descriptors for
// requests to the world and for its answers, and 1 after a reset. Exit code 3 asks for a new start.

import fs from "node:fs";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [ptyPath, flash, modulesPath, ...numbers] = process.argv.slice(2);
const [TO_WORLD, FROM_WORLD, AFTER_RESET] = numbers.map(Number);
const RESET = 3;
const IDLE_US = 1000;
const HEAP_BYTES = 192 * 1024; // what MicroPython has left on an RP2040
const SYSTEM = new Set([".", "..", "tmp", "home", "dev", "proc", "lib"]);

// This build of MicroPython compares every function it calls from C with the table's, through the slow getter: a third
// of its time. The table never changes once it is loaded.
const lookUp = WebAssembly.Table.prototype.get;
const functions = [];
WebAssembly.Table.prototype.get = function get(index) {
  return (functions[index] ??= lookUp.call(this, index));
};

const pty = fs.openSync(ptyPath, fs.constants.O_RDWR | fs.constants.O_NONBLOCK | fs.constants.O_NOCTTY);
let now = 0;
let interruptible = true;
let input = Buffer.alloc(0);

function readFully(count) {
  const data = Buffer.alloc(count);
  for (let at = 0; at < count; ) {
    const got = fs.readSync(FROM_WORLD, data, at, count - at);
    if (got === 0) process.exit(0); // the world is gone
    at += got;
  }
  return data;
}

// Request: act, number of pin bytes, pin bytes, length of data, data. Answer: time, length of data, data.
function call(act, pins, data) {
  const head = Buffer.from([act.charCodeAt(0), pins.length]);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(data.length);
  fs.writeSync(TO_WORLD, Buffer.concat([head, pins, length, data]));
  const answer = readFully(10);
  now = Number(answer.readBigUInt64LE(0));
  const count = answer.readUInt16LE(8);
  if (count === 0xffff) reset(); // the watchdog bit
  return readFully(count);
}

function sleep(us) {
  const data = Buffer.alloc(4);
  data.writeUInt32LE(us);
  call("S", Buffer.alloc(0), data);
}

function waiting() {
  if (input.length === 0) {
    const piece = Buffer.alloc(256);
    try {
      input = piece.subarray(0, fs.readSync(pty, piece, 0, piece.length));
    } catch (error) {
      if (error.code !== "EAGAIN" && error.code !== "EIO") throw error;
    }
  }
  return input.length > 0;
}

function readByte() {
  const byte = input[0];
  input = input.subarray(1);
  return byte;
}

function write(data) {
  try {
    fs.writeSync(pty, data);
  } catch (error) {
    // Nobody takes it: dropped, as by the Pico's USB stack.
    if (error.code !== "EAGAIN" && error.code !== "EIO") throw error;
  }
}

function load(folder, place) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      mp.FS.mkdir(`${place}/${entry.name}`);
      load(`${folder}/${entry.name}`, `${place}/${entry.name}`);
    } else {
      mp.FS.writeFile(`${place}/${entry.name}`, fs.readFileSync(`${folder}/${entry.name}`));
    }
  }
}

function save(place, folder) {
  fs.mkdirSync(folder, { recursive: true });
  const names = mp.FS.readdir(place || "/").filter((name) => place || !SYSTEM.has(name));
  for (const name of fs.readdirSync(folder)) {
    if (!names.includes(name)) fs.rmSync(`${folder}/${name}`, { recursive: true });
  }
  for (const name of names.filter((name) => name !== "." && name !== "..")) {
    if (mp.FS.isDir(mp.FS.stat(`${place}/${name}`).mode)) save(`${place}/${name}`, `${folder}/${name}`);
    else fs.writeFileSync(`${folder}/${name}`, mp.FS.readFile(`${place}/${name}`));
  }
}

function reset() {
  save("", flash);
  process.exit(RESET);
}

const mp = await loadMicroPython({ heapsize: HEAP_BYTES, linebuffer: false, stdout: write });
load(flash, "");
// Bytes cross as hex: both sides turn it in native code, and strings cross fast.
mp.registerJsModule("_bridge", {
  call: (act, pins, data) => call(act, Buffer.from(pins, "hex"), Buffer.from(data, "hex")).toString("hex"),
  now: () => now,
  read: () => {
    const piece = waiting() ? input : Buffer.alloc(0);
    input = Buffer.alloc(0);
    return piece.toString("hex");
  },
  write: (data) => write(Buffer.from(data, "hex")),
  reset,
  interruptible: (yes) => { interruptible = yes; },
});
mp.FS.mkdir("/lib");
mp.FS.writeFile("/lib/_modules.py", fs.readFileSync(modulesPath));
mp.runPython(`
def _install():
    import sys, _bridge, _modules
    from binascii import hexlify, unhexlify
    class Bridge:
        after_watchdog = ${AFTER_RESET ? "True" : "False"}
        def call(self, act, pins, data):
            return unhexlify(_bridge.call(act.decode(), hexlify(pins).decode(), hexlify(data).decode()))
        def now_us(self): return _bridge.now()
        def read(self): return unhexlify(_bridge.read())
        def write(self, data): _bridge.write(hexlify(data).decode())
        def reset(self): _bridge.reset()
        def interruptible(self, yes): _bridge.interruptible(yes)
    sys.modules.update(_modules.build(Bridge()))
_install()
del _install
`);
sleep(0);

// main.py ends in a loop around step(). MicroPython under Node collects no garbage inside one call, so the loop is
// turned here; a main.py of another shape is run as it is.
const LOOP = "while True:\n    step()\n";
try {
  const main = mp.FS.analyzePath("/main.py").exists ? mp.FS.readFile("/main.py", { encoding: "utf8" }) : "";
  if (main.endsWith(LOOP)) {
    mp.runPython(main.slice(0, -LOOP.length));
    const step = mp.globals.get("step");
    while (!(interruptible && waiting() && input.includes(0x03))) step();
  } else {
    mp.runPython(main);
  }
} catch (error) {
  write(Buffer.from(`${error.message}`.replaceAll("\n", "\r\n")));
}

mp.replInit();
for (;;) {
  if (waiting()) {
    if (mp.replProcessChar(readByte())) reset(); // Ctrl-D on an empty line
  } else {
    sleep(IDLE_US);
  }
}
