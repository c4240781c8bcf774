#if !__has_include(<sqlite3.h>)
#error "sqlite3.h is missing. Install SQLite's headers: apt-get install libsqlite3-dev"
#endif
#include <sqlite3.h>

/* Swift cannot call functions with a variable number of arguments. */

static inline int cd_reset_database(sqlite3 *database, int isOn) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, isOn, (int *)0);
}

/* SQLite counts the bytes of each allocation under one lock of the whole process, for which
   connections on several threads would wait. Does nothing once SQLite is in use. */
static inline void cd_stop_counting_memory(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
