/// Which task-local values there are. The language's runtime does not list them, but each has to
/// be bound before it can be there.

/// How many different ones were bound in this process so far.
int task_local_count(void);
/// The key of one of them: a static object.
const void *task_local_key(int index);
/// The metadata of the type of its values.
const void *task_local_type(int index);
/// Binds a copy of a value.
void task_local_push_copy(const void *key, const void *value, const void *type);
