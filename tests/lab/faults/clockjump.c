/* A wall clock that jumps, for one process: LD_PRELOAD=clockjump.so.
 *
 * CLOCKJUMP_CONTROL  a file of two 64-bit numbers: how many seconds the wall clock is off, read at every look at it,
 *                    and how often it was looked at. Clocks that only run on (CLOCK_MONOTONIC and its kind) are left
 *                    alone, as the kernel leaves them alone when the date is set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
    int64_t off_s, looks;
};

static struct control still;
static struct control *control = &still;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void)
{
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    const char *steer = getenv("CLOCKJUMP_CONTROL");
    int file = steer ? open(steer, O_RDWR | O_CLOEXEC) : -1;
    void *shared = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED)
        abort(); /* a fault that is not injected must not pass for one that was survived */
    control = shared;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *at)
{
    int failed = real_clock_gettime(clock, at);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)) {
        __atomic_add_fetch(&control->looks, 1, __ATOMIC_SEQ_CST);
        at->tv_sec += control->off_s;
    }
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    if (!failed) {
        at->tv_sec = now.tv_sec;
        at->tv_usec = now.tv_nsec / 1000;
    }
    return failed;
}

time_t time(time_t *at)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at)
        *at = now.tv_sec;
    return now.tv_sec;
}
