// One source for a GPU and, slowly, for a CPU: memory, atomic sums, and a loop over many games that is one thread each on a GPU.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#define HERE __host__ __device__
#ifdef __CUDA_ARCH__
#define ADD(where, what) atomicAdd(&(where), (what))
#else
#define ADD(where, what) ((where) += (what))
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
#else
#define BOTH inline
#define HERE
#define ADD(where, what) ((where) += (what))
template <typename T> T *room(size_t n) { return (T *)calloc(n, sizeof(T)); }
inline void copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
template <typename Work> void each(int n, Work work, int = 0) { for (int i = 0; i < n; i++) work(i); }
#endif
