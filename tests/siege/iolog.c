/* Preloaded into a room: logs what it does to the files of one folder (IOLOG_DIR) to another file (IOLOG), in order.
   A record: one letter, three 64-bit numbers (descriptor, offset, length), then `length` bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 65536
static char tracked[MOST];
static int out = -1;
static const char *folder;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("IOLOG_DIR");
    if (folder && getenv("IOLOG"))
        out = syscall(SYS_openat, AT_FDCWD, getenv("IOLOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    unsetenv("LD_PRELOAD"); /* the room's own children do not matter */
}

static void note(char what, int64_t fd, int64_t offset, const void *data, int64_t size) {
    int64_t numbers[3] = {fd, offset, size};
    struct iovec parts[3] = {{&what, 1}, {numbers, sizeof numbers}, {(void *)data, size}};
    if (out >= 0) syscall(SYS_writev, out, parts, size ? 3 : 2);
}

#define KNOWN(fd) ((fd) >= 0 && (fd) < MOST && tracked[fd])
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define GUARDED(call) pthread_mutex_lock(&lock); call; pthread_mutex_unlock(&lock)

static int opened(int fd, const char *path) {
    if (fd >= 0 && fd < MOST && folder && !strncmp(path, folder, strlen(folder))) {
        tracked[fd] = 1;
        note('O', fd, 0, path, strlen(path));
    }
    return fd;
}

#define OPEN(name)                                                                  \
    int name(const char *path, int flags, ...) {                                    \
        va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \
        int fd; GUARDED(fd = opened(REAL(name)(path, flags, mode), path)); return fd; \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                \
    int name(int at, const char *path, int flags, ...) {                            \
        va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \
        int fd; GUARDED(fd = opened(REAL(name)(at, path, flags, mode), path)); return fd; \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
    int done;
    GUARDED(if (KNOWN(fd)) { tracked[fd] = 0; note('C', fd, 0, 0, 0); } done = REAL(close)(fd));
    return done;
}

ssize_t write(int fd, const void *data, size_t size) {
    if (!KNOWN(fd)) return REAL(write)(fd, data, size);
    ssize_t done;
    GUARDED(off_t at = lseek(fd, 0, SEEK_CUR); done = REAL(write)(fd, data, size); if (done > 0) note('W', fd, at, data, done));
    return done;
}

#define PWRITE(name, kind)                                                          \
    ssize_t name(int fd, const void *data, size_t size, kind at) {                  \
        if (!KNOWN(fd)) return REAL(name)(fd, data, size, at);                      \
        ssize_t done;                                                               \
        GUARDED(done = REAL(name)(fd, data, size, at); if (done > 0) note('W', fd, at, data, done)); \
        return done;                                                                \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, kind)                                                        \
    int name(int fd, kind size) {                                                   \
        int done; GUARDED(done = REAL(name)(fd, size); if (!done && KNOWN(fd)) note('T', fd, size, 0, 0)); \
        return done;                                                                \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* Not under the lock: what others write meanwhile may or may not be on the disk. It is noted when it is done. */
#define SYNC(name)                                                                  \
    int name(int fd) {                                                              \
        if (!KNOWN(fd)) return REAL(name)(fd);                                      \
        GUARDED(note('B', fd, 0, 0, 0));                                            \
        int done = REAL(name)(fd);                                                  \
        GUARDED(if (!done) note('S', fd, 0, 0, 0));                                 \
        return done;                                                                \
    }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
    char both[8192];
    int size = snprintf(both, sizeof both, "%s%c%s", from, 0, to), done;
    GUARDED(done = REAL(rename)(from, to); if (!done && folder && !strncmp(to, folder, strlen(folder))) note('R', 0, 0, both, size));
    return done;
}

int unlink(const char *path) {
    int done;
    GUARDED(done = REAL(unlink)(path); if (!done && folder && !strncmp(path, folder, strlen(folder))) note('U', 0, 0, path, strlen(path)));
    return done;
}
