internal import Glibc

/// What became of writing.
public enum WriteResult: Sendable, Equatable {
  case written
  /// Its reader is gone, as behind `| head -1`: the quiet end of a program.
  case closed
  /// The error number of the system.
  case failed(Int32)
}

/// Standard output and standard error, written whole: interrupted and partial writes go on.
public enum StandardStreams {
  /// Makes a closed pipe a result of writing instead of a deadly signal; call it first.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes text to a stream; nothing is held back, so there is nothing to flush.
  @discardableResult
  public static func write(_ text: String, to stream: OutputStream = .standardOutput)
    -> WriteResult
  {
    write(text, descriptor: stream == .standardOutput ? 1 : 2)
  }

  /// Writes text to any descriptor.
  @discardableResult
  public static func write(_ text: String, descriptor: Int32) -> WriteResult {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno == EAGAIN {
          waitUntilWritable(descriptor)
        } else if errno != EINTR {
          return errno == EPIPE ? .closed : .failed(errno)
        }
      }
      return .written
    }
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var source = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&source, 1, -1)
  }
}
