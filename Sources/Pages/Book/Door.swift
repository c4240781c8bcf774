/// A way to the prompt. The commands are those of the README; a test compares them.
struct Door {
  let words: String
  let command: String

  static let all = [
    Door(
      words: "On Debian or Ubuntu with Swift 6.2 or newer:",
      command: "$(command -v sudo) apt-get update -qq && $(command -v sudo) apt-get install -y -qq "
        + "\(packages) && swift run workbook"),
    Door(
      words: "On a Mac, with a container engine that has the docker command:",
      command: "docker run -it --rm --cap-add SYS_PTRACE -v \"$PWD\":/workbook -w /workbook "
        + "-v workbook-build:/workbook/.build -v workbook-progress:/root/.local/state -e LANG=C.UTF-8 "
        + "swift:6.2-noble sh -c 'apt-get update -qq && apt-get install -y -qq \(packages) && "
        + "swift run workbook'"),
  ]

  private static let packages = "libsqlite3-dev libedit-dev"
}
