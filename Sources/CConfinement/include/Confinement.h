/// Confines a process that runs code of a stranger: it starts no programs, sends no signals to
/// others, does not reach into their memory, opens no connection, leaves the line to its starter
/// open, and writes nothing outside one folder. No privileges are needed.

/// What the kernel can do for this.
enum confinement {
  /// Calls can be refused: no programs, no signals, no memory of others, no network.
  CONFINES_CALLS = 1,
  /// Files can be refused: no writing outside a folder.
  CONFINES_FILES = 2,
};

/// What the kernel offers, as a sum of `confinement`. Nothing is changed.
int confinement_offered(void);

/// Confines the calling process, for good. To be called while it has a single thread; returns what
/// is in force from now on, as a sum of `confinement`.
///
/// What is refused ends the process: a line of JSON with the deed, `program`, `signal`, `memory`,
/// `network`, `descriptor` or `file`, is written to `report` before, which cannot be closed.
int confinement_begin(const char *folder, int report);
