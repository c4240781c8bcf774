// What is known of each eight bytes of memory: the last accesses, with the thread, its clock and the
// place. One thread of a run runs at a time, so nothing here is locked.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

#define CELLS 8
#define FIRST_SIZE (1u << 14)
#define RACES 1024
/// So often is one pair of addresses told, with other calls that led to it.
#define VARIANTS 4
#define STEPS 1024
#define DEPTH 512
/// Granules of a region lie side by side. Most memory that is given back was seen by no code that is
/// looked at, and is passed over by regions.
#define REGION 64
#define REGIONS (1u << 16)
#define OWNED 256

struct cell {
  struct access_place place;
  int32_t epoch;
  uint8_t thread;
  /// Which of the eight bytes; 0 for a free cell.
  uint8_t mask;
  bool is_write;
};

struct granule {
  uintptr_t number;
  int32_t run;
  uint32_t next;
  struct cell cells[CELLS];
};

struct mark {
  uintptr_t number;
  int32_t run;
  int32_t clock[THREADS];
};

const volatile struct running_now *accesses_now;
static access_step on_step;
static struct granule *table;
static uint32_t table_size, table_used;
static int32_t table_run = -1;
/// Counts how often another thread, or another run, came to be looked at.
static uint64_t turn;
static int32_t turn_thread = -1;
/// Blocks that were a thread's own in some turn, each in the slot of its address.
static struct {
  uintptr_t address;
  uint64_t turn;
} owned[OWNED];
/// A bit for all regions of one slot, set if something of one of them is known.
static uint64_t known_regions[REGIONS / 64];
static struct mark *marks;
static uint32_t marks_size, marks_used;
static int16_t ignored[THREADS];
static struct memory_race races[RACES];
static int race_count;
static uintptr_t steps[STEPS];
static bool has_steps;
/// Places before changes in place that the compiled code makes by a read and a write of its own.
static uintptr_t spelled_out[STEPS];
static uint32_t spelled_out_count;
/// The change in place that each thread is about to make, until its next access.
static struct change {
  uintptr_t address, place;
  /// Where it was said of the whole whose first part this is; 0 if it was not.
  uintptr_t outer;
  uint32_t depth;
  bool is_read;
} changes[THREADS];

// Ours is given back without a look at it.
extern void __libc_free(void *block);

static int32_t own_number(void) {
  static __thread int32_t number;
  if (number == 0) number = (int32_t)syscall(SYS_gettid);
  return number;
}

bool accesses_count(void) {
  const volatile struct running_now *now = accesses_now;
  return now && now->is_on && now->owner == own_number() && now->thread < THREADS;
}

// Each real thread has a stack of its own, which is balanced whether anything is looked at or not.
static __thread uintptr_t callers[DEPTH], entries[DEPTH];
static __thread uint32_t depth;

void accesses_enter(uintptr_t caller, uintptr_t entry) {
  if (depth < DEPTH) {
    callers[depth] = caller;
    entries[depth] = entry;
  }
  depth++;
}

uintptr_t accesses_entry(void) { return depth && depth <= DEPTH ? entries[depth - 1] : 0; }

void accesses_leave(void) {
  if (depth) depth--;
}

extern const char __executable_start, end;
bool accesses_is_of_program(uintptr_t address) {
  return address >= (uintptr_t)&__executable_start && address < (uintptr_t)&end;
}

/// Without calls from libraries, which lie elsewhere in each process and are no line of the reader's.
static struct access_place place_now(uintptr_t place) {
  struct access_place all = {{place}};
  for (uint32_t i = 1; i < ACCESS_FRAMES && i <= depth; i++)
    if (depth - i < DEPTH && accesses_is_of_program(callers[depth - i]))
      all.frames[i] = callers[depth - i];
  return all;
}

static int32_t *clock_now(void) { return accesses_now->clocks + accesses_now->row; }

static int columns(void) {
  return accesses_now->columns < THREADS ? accesses_now->columns : THREADS;
}

static uint32_t slot_of(uintptr_t number, uint32_t size) {
  return (uint32_t)((number * 0x9e3779b97f4a7c15ull) >> 32) & (size - 1);
}

/// A new run knows nothing of the one before.
static void follow_run(void) {
  if (accesses_now->thread != turn_thread) {
    turn_thread = accesses_now->thread;
    turn++;
  }
  if (accesses_now->run == table_run) return;
  turn++;
  table_run = accesses_now->run;
  table_used = marks_used = 0;
  memset(ignored, 0, sizeof ignored);
  memset(changes, 0, sizeof changes);
  memset(known_regions, 0, sizeof known_regions);
}

/// A real thread runs one thread of a run after the other, on the same stack.
static void follow_thread(void) {
  static __thread int32_t run = -1, thread = -1;
  static __thread uintptr_t lowest, highest;
  if (run == table_run && thread == accesses_now->thread) return;
  run = table_run;
  thread = accesses_now->thread;
  pthread_attr_t attributes;
  if (!highest && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *stack;
    size_t size;
    pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    lowest = (uintptr_t)stack;
    highest = lowest + size;
  }
  accesses_forget(lowest, highest - lowest);
}

// MARK: Tables

/// Eight neighbours lie side by side, as code that goes through an array meets them.
static struct granule *probe(struct granule *all, uint32_t size, uintptr_t number) {
  uint32_t slot = slot_of(number / 8, size / 8) * 8 + number % 8;
  while (all[slot].run == table_run && all[slot].number != number) slot = (slot + 1) & (size - 1);
  return &all[slot];
}

static void grow_table(void) {
  uint32_t size = table_size ? table_size * 2 : FIRST_SIZE;
  struct granule *larger = calloc(size, sizeof *larger);
  for (uint32_t i = 0; i < size; i++) larger[i].run = -1;
  for (uint32_t i = 0; i < table_size; i++)
    if (table[i].run == table_run) *probe(larger, size, table[i].number) = table[i];
  struct granule *smaller = table;
  table = larger;
  table_size = size;
  __libc_free(smaller);
}

static bool is_known(uintptr_t region) {
  uint32_t slot = slot_of(region, REGIONS);
  return known_regions[slot / 64] >> slot % 64 & 1;
}

static struct granule *granule(uintptr_t number, bool make) {
  if (table_used * 2 >= table_size) {
    if (!make && !table_size) return NULL;
    grow_table();
  }
  struct granule *found = probe(table, table_size, number);
  if (found->run == table_run) return found;
  if (!make) return NULL;
  memset(found, 0, sizeof *found);
  found->number = number;
  found->run = table_run;
  table_used++;
  uint32_t slot = slot_of(number / REGION, REGIONS);
  known_regions[slot / 64] |= 1ull << slot % 64;
  return found;
}

static struct mark *mark(uintptr_t number, bool make) {
  if (marks_used * 2 >= marks_size) {
    uint32_t size = marks_size ? marks_size * 2 : 1024;
    struct mark *larger = calloc(size, sizeof *larger);
    for (uint32_t i = 0; i < size; i++) larger[i].run = -1;
    for (uint32_t i = 0; i < marks_size; i++) {
      if (marks[i].run != table_run) continue;
      uint32_t slot = slot_of(marks[i].number, size);
      while (larger[slot].run == table_run) slot = (slot + 1) & (size - 1);
      larger[slot] = marks[i];
    }
    struct mark *smaller = marks;
    marks = larger;
    marks_size = size;
    __libc_free(smaller);
  }
  uint32_t slot = slot_of(number, marks_size);
  while (marks[slot].run == table_run && marks[slot].number != number)
    slot = (slot + 1) & (marks_size - 1);
  struct mark *found = &marks[slot];
  if (found->run == table_run) return found;
  if (!make) return NULL;
  memset(found, 0, sizeof *found);
  found->number = number;
  found->run = table_run;
  marks_used++;
  return found;
}

// MARK: Changes in place

// Before `model.count += 1` the compiler says that the value is changed in place, for it could be a
// library that does it; then it reads and writes the value itself:
//
//     call __tsan_external_write    what is said
//     mov  rdi, ...
//     call __tsan_read8             the next instruction but one: nothing else can be called between
//     ...
//     call __tsan_write8
//
// There the two accesses say all, and what is said before them would be a step of its own. Until the
// place was passed once it is taken for a write; races of it are not told.
#ifdef __aarch64__
#define NEXT_CALL 8
#else
#define NEXT_CALL 13
#endif

static bool contains(const uintptr_t *places, uintptr_t place) {
  for (uint32_t slot = slot_of(place, STEPS); places[slot]; slot = (slot + 1) & (STEPS - 1))
    if (places[slot] == place) return true;
  return false;
}

static void insert(uintptr_t *places, uintptr_t place) {
  uint32_t slot = slot_of(place, STEPS);
  while (places[slot] && places[slot] != place) slot = (slot + 1) & (STEPS - 1);
  places[slot] = place;
}

static void spell_out(uintptr_t place) {
  if (!place || spelled_out_count == STEPS / 2 || contains(spelled_out, place)) return;
  insert(spelled_out, place);
  spelled_out_count++;
}

static void follow_change(uintptr_t address, bool is_write, uintptr_t place) {
  struct change *change = &changes[accesses_now->thread];
  if (!change->place) return;
  bool is_same = change->address == address && change->depth == depth;
  if (is_same && !change->is_read && !is_write && place - change->place <= NEXT_CALL) {
    change->is_read = true;
    return;
  }
  if (is_same && change->is_read && is_write) {
    spell_out(change->place);
    spell_out(change->outer);
  }
  change->place = 0;
}

/// A place that is a step stays one as long as the program runs.
void accesses_see_change(uintptr_t address, uintptr_t place) {
  if (spelled_out_count && contains(spelled_out, place) && !contains(steps, place)) return;
  follow_run();
  struct change last = changes[accesses_now->thread];
  // What is said is no write of the code's own, by which the one before would be spelled out.
  changes[accesses_now->thread].place = 0;
  accesses_see(address, 1, true, place);
  if (!accesses_count()) return;
  bool is_part = last.address == address && last.depth == depth && !last.is_read &&
                 place - last.place <= 2 * NEXT_CALL;
  changes[accesses_now->thread] =
      (struct change){address, place, is_part ? last.place : 0, depth, false};
}

// MARK: Races

static void note_race(
    const struct cell *earlier, uintptr_t address, bool is_write, struct access_place place) {
  int variants = 0;
  for (int i = 0; i < race_count; i++) {
    if (races[i].first.place.frames[0] != earlier->place.frames[0] ||
        races[i].second.place.frames[0] != place.frames[0])
      continue;
    if (++variants == VARIANTS) return;
    if (!memcmp(&races[i].first.place, &earlier->place, sizeof place) &&
        !memcmp(&races[i].second.place, &place, sizeof place))
      return;
  }
  if (race_count == RACES) return;
  races[race_count++] = (struct memory_race){
      {earlier->place, earlier->is_write}, {place, is_write}, address, earlier->thread,
      accesses_now->thread};
}

static void see_granule(
    uintptr_t number, uint8_t mask, bool is_write, uintptr_t address,
    struct access_place place) {
  struct granule *known = granule(number, true);
  const int32_t *clock = clock_now();
  uint8_t thread = (uint8_t)accesses_now->thread;
  struct cell *mine = NULL;
  for (int i = 0; i < CELLS; i++) {
    struct cell *cell = &known->cells[i];
    if (!cell->mask) {
      if (!mine) mine = cell;
      continue;
    }
    if (!(cell->mask & mask)) continue;
    bool is_covered = (cell->mask & ~mask) == 0 && (is_write || !cell->is_write);
    if (cell->thread == thread) {
      if (is_covered) {
        if (mine && mine != cell) cell->mask = 0;
        else mine = cell;
      }
      continue;
    }
    bool is_ordered = clock[cell->thread] >= cell->epoch;
    if (!is_ordered && (is_write || cell->is_write)) note_race(cell, address, is_write, place);
    if (is_ordered && is_covered && is_write) cell->mask = 0;
  }
  if (!mine) mine = &known->cells[known->next++ % CELLS];
  *mine = (struct cell){place, clock[thread], thread, mask, is_write};
}

void accesses_see(uintptr_t address, size_t size, bool is_write, uintptr_t place) {
  follow_run();
  follow_thread();
  follow_change(address, is_write, place);
  if (has_steps && contains(steps, place)) {
    struct access_place reached = place_now(place);
    struct change change = changes[accesses_now->thread];
    on_step(&reached, address, is_write);
    if (!accesses_count()) return;
    changes[accesses_now->thread] = change;
  }
  if (ignored[accesses_now->thread]) return;
  struct access_place reached = place_now(place);
  uintptr_t last = address + size - 1;
  for (uintptr_t number = address >> 3; number <= last >> 3; number++) {
    unsigned from = number == address >> 3 ? address & 7 : 0;
    unsigned to = number == last >> 3 ? last & 7 : 7;
    uint8_t mask = (uint8_t)((0xffu << from) & (0xffu >> (7 - to)));
    see_granule(number, mask, is_write, address, reached);
  }
}

void accesses_forget(uintptr_t address, size_t size) {
  follow_run();
  if (!table_used || !size) return;
  uintptr_t last = (address + size - 1) >> 3;
  if (size / 8 / REGION > table_size) {
    for (uint32_t i = 0; i < table_size; i++)
      if (table[i].run == table_run && table[i].number >= address >> 3 && table[i].number <= last)
        memset(table[i].cells, 0, sizeof table[i].cells);
    return;
  }
  for (uintptr_t number = address >> 3; number <= last;) {
    uintptr_t next = (number / REGION + 1) * REGION;
    if (is_known(number / REGION))
      for (uintptr_t each = number; each < next && each <= last; each++) {
        struct granule *known = granule(each, false);
        if (known) memset(known->cells, 0, sizeof known->cells);
      }
    number = next;
  }
}

/// As long as no other thread has its turn, all that is known of the block from then on is of this
/// one. Code that appends to a long array asks before each element.
void accesses_own(uintptr_t address, size_t size) {
  follow_run();
  uint32_t slot = slot_of(address, OWNED);
  if (owned[slot].address == address && owned[slot].turn == turn) return;
  owned[slot].address = address;
  owned[slot].turn = turn;
  accesses_forget(address, size);
}

void accesses_ignore(int change) {
  follow_run();
  ignored[accesses_now->thread] += change;
}

// MARK: The scheduler's side

void memory_accesses_begin(const volatile struct running_now *now, access_step step) {
  on_step = step;
  accesses_now = now;
}

void memory_accesses_add_step(uintptr_t place) {
  insert(steps, place);
  has_steps = true;
}

int memory_accesses_races(const struct memory_race **found) {
  int kept = 0;
  for (int i = 0; i < race_count; i++)
    if (!contains(spelled_out, races[i].first.place.frames[0]) &&
        !contains(spelled_out, races[i].second.place.frames[0]))
      races[kept++] = races[i];
  race_count = kept;
  *found = races;
  return race_count;
}

void memory_accesses_give(uintptr_t number) {
  if (!accesses_count()) return;
  follow_run();
  struct mark *given = mark(number, true);
  int32_t *clock = clock_now();
  for (int i = 0; i < columns(); i++)
    if (clock[i] > given->clock[i]) given->clock[i] = clock[i];
  clock[accesses_now->thread]++;
}

void memory_accesses_take(uintptr_t number) {
  if (!accesses_count() || !marks_size) return;
  follow_run();
  struct mark *given = mark(number, false);
  if (!given) return;
  int32_t *clock = clock_now();
  for (int i = 0; i < columns(); i++)
    if (given->clock[i] > clock[i]) clock[i] = given->clock[i];
}
