internal import Libc
internal import JSON
internal import Synchronization

/// The two named pipes for controlling Chromium.
///
/// Messages are JSON with a zero byte at the end.
final class DevToolsPipes: Sendable {
  private struct State {
    var number = 0
    var unread: [UInt8] = []
    var events: [Value] = []
  }

  /// The time limit for a response, in milliseconds.
  private static let timeout: Int32 = 60_000

  private let commands: Int32
  private let answers: Int32
  private let state = Mutex(State())

  /// Creates the pipes.
  ///
  /// Both are opened for reading and writing, so that neither end waits for the other.
  init(in folder: String) throws {
    for name in ["commands", "answers"] where mkfifo("\(folder)/\(name)", 0o600) != 0 {
      throw ChildProcess.Failure(code: errno)
    }
    commands = Libc.open("\(folder)/commands", O_RDWR | O_CLOEXEC)
    answers = Libc.open("\(folder)/answers", O_RDWR | O_CLOEXEC)
  }

  deinit {
    close(commands)
    close(answers)
  }

  /// Sends a command and waits for its result.
  ///
  /// Events that arrive meanwhile are kept.
  func call(_ method: String, _ parameters: Value = [:], session: String? = nil) throws -> Value {
    try state.withLock { state in
      state.number += 1
      var command: [(String, Value)] = [
        ("id", .int(state.number)), ("method", .string(method)), ("params", parameters),
      ]
      if let session { command.append(("sessionId", .string(session))) }
      try write(Array(Value.object(Object(command)).text(.compact).utf8) + [0])
      while true {
        let message = try read(&state)
        guard message["id"]?.int == state.number else {
          state.events.append(message)
          continue
        }
        if let error = message["error"] {
          throw Chromium.Failure(message: "\(method): \(error.text(.compact))")
        }
        return message["result"] ?? .null
      }
    }
  }

  /// Waits for an event.
  ///
  /// It can already have arrived.
  func wait(for method: String, session: String) throws {
    try state.withLock { state in
      func isWanted(_ event: Value) -> Bool {
        event["method"]?.string == method && event["sessionId"]?.string == session
      }
      while !state.events.contains(where: isWanted) { state.events.append(try read(&state)) }
    }
  }

  /// Returns the events of a tab so far.
  func events(of session: String) -> [Value] {
    state.withLock { $0.events.filter { $0["sessionId"]?.string == session } }
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Libc.write(commands, $0.baseAddress, $0.count) }
      guard count > 0 else { throw ChildProcess.Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  private func read(_ state: inout State) throws -> Value {
    while true {
      if let end = state.unread.firstIndex(of: 0) {
        let message = Array(state.unread[..<end])
        state.unread.removeSubrange(...end)
        return try Document(message, named: "DevTools").root.value
      }
      var descriptor = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Self.timeout) > 0 else {
        throw Chromium.Failure(message: "Chromium does not answer")
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = Libc.read(answers, &buffer, buffer.count)
      guard count > 0 else { throw ChildProcess.Failure(code: errno) }
      state.unread += buffer[..<count]
    }
  }
}
