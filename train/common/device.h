// One source for GPU and (slowly) CPU: memory, atomic sums, and a loop over many games with a thread for each on a GPU.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

const int FOREVER = 1 << 30;  // rounds
// The part of the time that has passed, by which rates decrease. With a number of rounds they do not: the same seed then gives the same weights at any speed.
inline double aged(int rounds, double spent, double seconds) { return rounds == FOREVER ? spent / seconds : 0.0; }

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#define HERE __host__ __device__
#define APART __host__ __device__ __noinline__
#ifdef __CUDA_ARCH__
#define ADD(where, what) atomicAdd(&(where), (what))
#define NEXT(count) atomicAdd(&(count), 1ull)
#else
#define ADD(where, what) ((where) += (what))
#define NEXT(count) ((count)++)
#endif
#define CHECKED(what) do { cudaError_t e = (what); if (e != cudaSuccess) { fprintf(stderr, "%s: %s\n", #what, cudaGetErrorString(e)); exit(1); } } while (0)
template <typename T> T *room(size_t n) { T *p; CHECKED(cudaMalloc(&p, n * sizeof(T))); CHECKED(cudaMemset(p, 0, n * sizeof(T))); return p; }
inline void copy(void *to, const void *from, size_t bytes) { CHECKED(cudaMemcpy(to, from, bytes, cudaMemcpyDefault)); }
template <typename Work> __global__ void k_each(int n, Work work) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) work(i); }
template <typename Work> void each(int n, Work work, int block = 128) {
    k_each<<<(n + block - 1) / block, block>>>(n, work);
    CHECKED(cudaGetLastError());
    CHECKED(cudaDeviceSynchronize());
}
// Thirty-two threads for each: work(i, lane, lanes). Writes of one lane are visible to the others after MEET.
#ifdef __CUDA_ARCH__
#define MEET __syncwarp()
#else
#define MEET
#endif
template <typename Work> __global__ void k_team(int n, Work work) { int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; if (i < n) work(i, (int)(threadIdx.x & 31), 32); }
template <typename Work> void each_team(int n, Work work) {
    k_team<<<(n + 3) / 4, 128>>>(n, work);
    CHECKED(cudaGetLastError());
    CHECKED(cudaDeviceSynchronize());
}
#else
#define BOTH inline
#define HERE
#define APART inline
#define MEET
#define ADD(where, what) do { _Pragma("omp atomic") (where) += (what); } while (0)
inline unsigned long long NEXT(unsigned long long &count) {
    unsigned long long before;
#pragma omp atomic capture
    before = count++;
    return before;
}
template <typename T> T *room(size_t n) { return (T *)calloc(n, sizeof(T)); }
inline void copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
template <typename Work> void each(int n, Work work, int = 0) {  // with -fopenmp on all cores
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) work(i);
}
template <typename Work> void each_team(int n, Work work) { each(n, [=](int i) { work(i, 0, 1); }); }
#endif
