/* A disk that can lose power, fill up or turn read-only, for one process: LD_PRELOAD=powercut.so.
 *
 * POWERCUT_ROOT     the folder that is watched; anything else is left alone
 * POWERCUT_LOG      every change below it is recorded here, in order, for powercut.py to replay up to any cut
 * POWERCUT_CONTROL  a file of five 64-bit numbers, read at every call, by which the test steers a running process:
 *                     space      bytes that may still be written; -1 for no limit; then ENOSPC
 *                     read_only  other than 0: opening for writing and writing give EROFS
 *                     life       changes until the process kills itself with SIGKILL, before the next; -1 for never
 *                     changes    counted here
 *                     syncs      syncs that give EIO, from the next one on
 *
 * A record is: one letter, the file's number (4 bytes), an offset (8), a length (8), then that many bytes.
 *   O create or open (bytes: name)   W write   T truncate (offset: size)   S sync
 *   D sync of a folder (bytes: name)   A sync of everything   M make a folder (bytes: name)   X remove one (bytes: name)
 *   U unlink (bytes: name)   R rename (bytes: old name, NUL, new name)   L second name (bytes: old name, NUL, new name)
 *   Y symbolic link (bytes: where to, NUL, name)   C a confirmation (bytes: what was said)
 * Names are below POWERCUT_ROOT, which has none itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 1024
#define A_FOLDER UINT32_MAX

struct control {
    int64_t space, read_only, life, changes, syncs;
};

static struct control unsteered = {-1, 0, -1, 0, 0};
static struct control *control = &unsteered;
static char root[PATH_MAX];
static size_t root_length;
static int log_file = -1;
static uint32_t watched[MOST_FILES]; /* by descriptor: 0 for not watched, else a number for this opening */
static uint32_t openings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static ssize_t (*real_sendfile)(int, int, off64_t *, size_t);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_renameat)(int, const char *, int, const char *);
static int (*real_linkat)(int, const char *, int, const char *, int);
static int (*real_symlinkat)(const char *, int, const char *);
static int (*real_mkdirat)(int, const char *, mode_t);

__attribute__((constructor)) static void begin(void)
{
    real_open = dlsym(RTLD_NEXT, "open");
    real_openat = dlsym(RTLD_NEXT, "openat");
    real_close = dlsym(RTLD_NEXT, "close");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_sendfile = dlsym(RTLD_NEXT, "sendfile64");
    real_unlinkat = dlsym(RTLD_NEXT, "unlinkat");
    real_renameat = dlsym(RTLD_NEXT, "renameat");
    real_linkat = dlsym(RTLD_NEXT, "linkat");
    real_symlinkat = dlsym(RTLD_NEXT, "symlinkat");
    real_mkdirat = dlsym(RTLD_NEXT, "mkdirat");
    const char *folder = getenv("POWERCUT_ROOT"), *log = getenv("POWERCUT_LOG"), *steer = getenv("POWERCUT_CONTROL");
    if (folder) {
        strncpy(root, folder, sizeof root - 1);
        root_length = strlen(root);
    }
    if (log)
        log_file = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (steer) {
        int file = real_open(steer, O_RDWR | O_CLOEXEC);
        void *shared = file < 0 ? MAP_FAILED
                                : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (shared == MAP_FAILED)
            abort(); /* a fault that is not injected must not pass for one that was survived */
        control = shared;
        real_close(file);
    }
}

static const char *name_below_root(const char *path)
{
    if (!root_length || strncmp(path, root, root_length))
        return NULL;
    if (path[root_length] == '\0')
        return path + root_length;
    return path[root_length] == '/' ? path + root_length + 1 : NULL;
}

/* Where a path leads from an open folder, or NULL where that is of no interest; `whole` has room for it. */
static const char *name_from(int folder, const char *path, char whole[PATH_MAX])
{
    if (*path == '/' || folder == AT_FDCWD)
        return name_below_root(path);
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, whole, PATH_MAX - 1);
    if (length < 0 || (size_t)length + strlen(path) + 2 > PATH_MAX)
        return NULL;
    whole[length] = '\0';
    if (*path) {
        whole[length] = '/';
        strcpy(whole + length + 1, path);
    }
    return name_below_root(whole);
}

static uint32_t number_of(int descriptor)
{
    return descriptor >= 0 && descriptor < MOST_FILES ? watched[descriptor] : 0;
}

static void record(char what, uint32_t file, uint64_t offset, const void *bytes, uint64_t length)
{
    if (log_file < 0)
        return;
    char head[21];
    head[0] = what;
    memcpy(head + 1, &file, 4);
    memcpy(head + 5, &offset, 8);
    memcpy(head + 13, &length, 8);
    pthread_mutex_lock(&lock);
    if (real_write(log_file, head, sizeof head) != sizeof head
        || (length && real_write(log_file, bytes, length) != (ssize_t)length))
        abort();
    pthread_mutex_unlock(&lock);
}

static void live_or_die(void)
{
    __atomic_add_fetch(&control->changes, 1, __ATOMIC_SEQ_CST);
    if (control->life < 0)
        return;
    if (control->life-- == 0)
        kill(getpid(), SIGKILL);
}

/* How much of a write the disk takes: all, a part, or none with the reason in errno. */
static ssize_t room_for(size_t length)
{
    if (control->read_only) {
        errno = EROFS;
        return -1;
    }
    if (control->space < 0)
        return (ssize_t)length;
    if (length && control->space == 0) {
        errno = ENOSPC;
        return -1;
    }
    size_t room = (size_t)control->space < length ? (size_t)control->space : length;
    control->space -= (int64_t)room;
    return (ssize_t)room;
}

static int open_watched(int folder, const char *path, int flags, mode_t mode)
{
    char whole[PATH_MAX];
    const char *name = name_from(folder, path, whole);
    if (name && control->read_only && (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC))) {
        errno = EROFS;
        return -1;
    }
    if (name && (flags & O_CREAT) && faccessat(folder, path, F_OK, AT_SYMLINK_NOFOLLOW))
        live_or_die(); /* it makes a name */
    int descriptor = folder == AT_FDCWD ? real_open(path, flags, mode) : real_openat(folder, path, flags, mode);
    struct stat about;
    if (!name || descriptor < 0 || descriptor >= MOST_FILES || fstat(descriptor, &about))
        return descriptor;
    if (S_ISDIR(about.st_mode)) {
        watched[descriptor] = A_FOLDER;
        return descriptor;
    }
    name = name_from(descriptor, "", whole); /* where links have led to */
    if (!name)
        return descriptor;
    watched[descriptor] = __atomic_add_fetch(&openings, 1, __ATOMIC_SEQ_CST);
    record('O', watched[descriptor], 0, name, strlen(name));
    if (flags & O_TRUNC)
        record('T', watched[descriptor], 0, NULL, 0);
    return descriptor;
}

#define MODE_OF(flags, mode)                                                                                           \
    mode_t mode = 0;                                                                                                   \
    if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) {                                                   \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_watched(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_watched(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_watched(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_watched(folder, path, flags, mode);
}

int close(int descriptor)
{
    if (number_of(descriptor))
        watched[descriptor] = 0;
    return real_close(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    uint32_t number = number_of(descriptor);
    if (!number)
        return real_write(descriptor, bytes, length);
    ssize_t room = room_for(length);
    if (room < 0)
        return -1;
    live_or_die();
    off_t offset = lseek(descriptor, 0, SEEK_CUR);
    ssize_t written = real_write(descriptor, bytes, (size_t)room);
    if (written > 0)
        record('W', number, (uint64_t)offset, bytes, (uint64_t)written);
    return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset)
{
    uint32_t number = number_of(descriptor);
    if (!number)
        return real_pwrite(descriptor, bytes, length, offset);
    ssize_t room = room_for(length);
    if (room < 0)
        return -1;
    live_or_die();
    ssize_t written = real_pwrite(descriptor, bytes, (size_t)room, offset);
    if (written > 0)
        record('W', number, (uint64_t)offset, bytes, (uint64_t)written);
    return written;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset)
{
    return pwrite(descriptor, bytes, length, offset);
}

/* As Python copies files: from a given place of one. */
ssize_t sendfile64(int to, int from, off64_t *offset, size_t length)
{
    if (!number_of(to) || !offset)
        return real_sendfile(to, from, offset, length);
    char bytes[65536];
    ssize_t there = pread64(from, bytes, length < sizeof bytes ? length : sizeof bytes, *offset);
    ssize_t written = there > 0 ? write(to, bytes, (size_t)there) : there;
    if (written > 0)
        *offset += written;
    return written;
}

ssize_t sendfile(int to, int from, off_t *offset, size_t length)
{
    return sendfile64(to, from, offset, length);
}

int ftruncate(int descriptor, off_t size)
{
    uint32_t number = number_of(descriptor);
    if (!number)
        return real_ftruncate(descriptor, size);
    if (room_for(0) < 0)
        return -1;
    live_or_die();
    int result = real_ftruncate(descriptor, size);
    if (result == 0)
        record('T', number, (uint64_t)size, NULL, 0);
    return result;
}

int ftruncate64(int descriptor, off64_t size)
{
    return ftruncate(descriptor, size);
}

static int sync_watched(int descriptor, int (*sync)(int))
{
    uint32_t number = number_of(descriptor);
    if (number)
        live_or_die();
    if (number && control->syncs > 0) {
        control->syncs--;
        errno = EIO;
        return -1;
    }
    int result = sync(descriptor);
    char whole[PATH_MAX];
    const char *name;
    if (number == A_FOLDER && result == 0 && (name = name_from(descriptor, "", whole)))
        record('D', number, 0, name, strlen(name));
    else if (number && result == 0)
        record('S', number, 0, NULL, 0);
    return result;
}

int fsync(int descriptor)
{
    return sync_watched(descriptor, real_fsync);
}

int fdatasync(int descriptor)
{
    return sync_watched(descriptor, real_fdatasync);
}

/* Only written down: the rest of the machine would have to wait for its own disk. */
void sync(void)
{
    live_or_die();
    record('A', 0, 0, NULL, 0);
}

int unlinkat(int folder, const char *path, int flags)
{
    char whole[PATH_MAX];
    const char *name = name_from(folder, path, whole);
    if (name)
        live_or_die();
    int result = real_unlinkat(folder, path, flags);
    if (name && result == 0)
        record(flags & AT_REMOVEDIR ? 'X' : 'U', 0, 0, name, strlen(name));
    return result;
}

int unlink(const char *path)
{
    return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
    return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

static void record_two(char what, const char *first, const char *second)
{
    char names[2 * PATH_MAX];
    size_t length = strlen(first) + 1, rest = strlen(second);
    memcpy(names, first, length);
    memcpy(names + length, second, rest);
    record(what, 0, 0, names, length + rest);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    char whole[2][PATH_MAX];
    const char *old_name = name_from(from_folder, from, whole[0]), *new_name = name_from(to_folder, to, whole[1]);
    if (!old_name || !new_name)
        return real_renameat(from_folder, from, to_folder, to);
    live_or_die();
    int result = real_renameat(from_folder, from, to_folder, to);
    if (result == 0)
        record_two('R', old_name, new_name);
    return result;
}

int rename(const char *from, const char *to)
{
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    char whole[2][PATH_MAX];
    const char *old_name = name_from(from_folder, from, whole[0]), *new_name = name_from(to_folder, to, whole[1]);
    if (new_name)
        live_or_die();
    int result = real_linkat(from_folder, from, to_folder, to, flags);
    if (old_name && new_name && result == 0)
        record_two('L', old_name, new_name);
    return result;
}

int link(const char *from, const char *to)
{
    return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int symlinkat(const char *target, int folder, const char *path)
{
    char whole[PATH_MAX];
    const char *name = name_from(folder, path, whole);
    if (name)
        live_or_die();
    int result = real_symlinkat(target, folder, path);
    if (name && result == 0)
        record_two('Y', target, name);
    return result;
}

int symlink(const char *target, const char *path)
{
    return symlinkat(target, AT_FDCWD, path);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    char whole[PATH_MAX];
    const char *name = name_from(folder, path, whole);
    if (name)
        live_or_die();
    int result = real_mkdirat(folder, path, mode);
    if (name && result == 0)
        record('M', 0, 0, name, strlen(name));
    return result;
}

int mkdir(const char *path, mode_t mode)
{
    return mkdirat(AT_FDCWD, path, mode);
}

/* Called by the writer through ctypes when it has told somebody that an entry is safe. */
void powercut_confirm(const char *bytes, uint64_t length)
{
    record('C', 0, 0, bytes, length);
}
