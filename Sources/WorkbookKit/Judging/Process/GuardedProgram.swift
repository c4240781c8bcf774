extension ChildProgram {
  /// The same program, but it dies with this process, however suddenly, and so does all that it has
  /// started. For programs that know nothing of us.
  ///
  /// The kernel closes our end of the line, and a shell in the program's group waits for that:
  ///
  ///     here                    the child's group
  ///     line   <------------->  sh        waits for the end of the line, then ends the group
  ///     output, errors  <-----  program
  var endingWithThisProcess: ChildProgram {
    let script = #"(while read -r _; do :; done; kill -9 0) <&3 & exec "$@" 3<&-"#
    return ChildProgram(
      executable: "/bin/sh", arguments: ["-c", script, "sh", executable] + arguments,
      environment: environment, greeting: "")
  }
}
