// The functions that the compiler calls. Each looks at the access and returns; those for atomic
// accesses carry it out.
#include <stdatomic.h>
#include <string.h>

#include "internal.h"

#define PLACE ((uintptr_t)__builtin_return_address(0) - 1)

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { accesses_enter((uintptr_t)caller - 1, PLACE); }
void __tsan_func_exit(void) { accesses_leave(); }
void __tsan_vptr_read(void **place) { (void)place; }
void __tsan_vptr_update(void **place, void *value) { (void)place, (void)value; }

void __tsan_ignore_thread_begin(void) { if (accesses_count()) accesses_ignore(1); }
void __tsan_ignore_thread_end(void) { if (accesses_count()) accesses_ignore(-1); }

#define ACCESS(name, size, is_write) \
  void __tsan_##name(void *address) { \
    if (accesses_count()) accesses_see((uintptr_t)address, size, is_write, PLACE); \
  }
#define ACCESSES(size) \
  ACCESS(read##size, size, false) \
  ACCESS(write##size, size, true) \
  ACCESS(unaligned_read##size, size, false) \
  ACCESS(unaligned_write##size, size, true) \
  ACCESS(read_write##size, size, true) \
  ACCESS(unaligned_read_write##size, size, true)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

/// A value that is changed in place, perhaps by a library, is seen by its first byte.
void __tsan_external_write(void *address, void *caller, void *tag) {
  (void)caller, (void)tag;
  if (accesses_count()) accesses_see_change((uintptr_t)address, PLACE);
}

void __tsan_external_read(void *address, void *caller, void *tag) {
  (void)caller, (void)tag;
  if (accesses_count()) accesses_see((uintptr_t)address, 1, false, PLACE);
}

void __tsan_read_range(void *address, unsigned long size) {
  if (size && accesses_count()) accesses_see((uintptr_t)address, size, false, PLACE);
}

void __tsan_write_range(void *address, unsigned long size) {
  if (size && accesses_count()) accesses_see((uintptr_t)address, size, true, PLACE);
}

static void copy(void *to, const void *from, size_t size, uintptr_t place) {
  if (!size || !accesses_count()) return;
  accesses_see((uintptr_t)from, size, false, place);
  accesses_see((uintptr_t)to, size, true, place);
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
  copy(to, from, size, PLACE);
  return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
  copy(to, from, size, PLACE);
  return memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size) {
  if (size && accesses_count()) accesses_see((uintptr_t)to, size, true, PLACE);
  return memset(to, byte, size);
}

// Atomics order: a thread that reads one relies on what was done before it was written. Their own bytes
// are never raced for. Those that lie in the program itself are the compiler's: what it has looked up
// once for types. They are filled in the first run only and would make it another one than the rest.
#define IS_OURS accesses_is_of_program((uintptr_t)address)
#define BEFORE (IS_OURS ? (void)0 : memory_accesses_take((uintptr_t)address))
#define AFTER (IS_OURS ? (void)0 : memory_accesses_give((uintptr_t)address))
#define ATOMICS(bits, type) \
  type __tsan_atomic##bits##_load(const volatile type *address, int order) { \
    (void)order; \
    type value = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
    BEFORE; \
    return value; \
  } \
  void __tsan_atomic##bits##_store(volatile type *address, type value, int order) { \
    (void)order; \
    AFTER; \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST); \
  } \
  ATOMIC_CHANGE(bits, type, exchange, __atomic_exchange_n) \
  ATOMIC_CHANGE(bits, type, fetch_add, __atomic_fetch_add) \
  ATOMIC_CHANGE(bits, type, fetch_sub, __atomic_fetch_sub) \
  ATOMIC_CHANGE(bits, type, fetch_and, __atomic_fetch_and) \
  ATOMIC_CHANGE(bits, type, fetch_or, __atomic_fetch_or) \
  ATOMIC_CHANGE(bits, type, fetch_xor, __atomic_fetch_xor) \
  ATOMIC_CHANGE(bits, type, fetch_nand, __atomic_fetch_nand) \
  type __tsan_atomic##bits##_compare_exchange_val( \
      volatile type *address, type expected, type desired, int order, int otherwise) { \
    (void)order, (void)otherwise; \
    BEFORE; \
    AFTER; \
    __atomic_compare_exchange_n( \
        address, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected; \
  } \
  int __tsan_atomic##bits##_compare_exchange_strong( \
      volatile type *address, type *expected, type desired, int order, int otherwise) { \
    (void)order, (void)otherwise; \
    BEFORE; \
    AFTER; \
    return __atomic_compare_exchange_n( \
        address, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
#define ATOMIC_CHANGE(bits, type, name, function) \
  type __tsan_atomic##bits##_##name(volatile type *address, type operand, int order) { \
    (void)order; \
    BEFORE; \
    AFTER; \
    return function(address, operand, __ATOMIC_SEQ_CST); \
  }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) {
  (void)order;
  atomic_thread_fence(memory_order_seq_cst);
}

void __tsan_atomic_signal_fence(int order) {
  (void)order;
  atomic_signal_fence(memory_order_seq_cst);
}
