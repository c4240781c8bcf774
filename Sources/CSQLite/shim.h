#if !__has_include(<sqlite3.h>)
#error "sqlite3.h is missing. Install SQLite's headers: apt-get install libsqlite3-dev"
#endif
#include <sqlite3.h>

/* Swift cannot call a function with a variable number of arguments. */
static inline int cd_reset_database(sqlite3 *database, int isOn) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, isOn, (int *)0);
}
