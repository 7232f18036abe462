#if DEBUG
  import Libc
  import Logging

  /// Misbehaviour of visits for tests; not part of release builds.
  ///
  ///     MARTLET_TEST_VISITS=acme/one=spin,acme/two=eat
  enum Misbehaviour: String {
    /// Keeps all threads busy for ever.
    case spin
    /// Allocates memory for ever.
    case eat
    /// Ends the process.
    case die
    /// Sends an invalid message.
    case babble
    /// Tries what a worker must not do, and logs which attempts succeeded.
    case attack
    /// Waits for ever, and ends if it is cancelled.
    case wait

    static let variable = "MARTLET_TEST_VISITS"

    /// Reads the misbehaviour of a repository from the variable.
    init?(of repository: String) {
      let rules = (environment(Self.variable) ?? "").split(separator: ",")
      let rule = rules.first { $0.hasPrefix("\(repository)=") }
      guard let word = rule?.split(separator: "=").last else { return nil }
      self.init(rawValue: String(word))
    }

    func callAsFunction(_ live: Live, log: Logger) async {
      switch self {
      case .attack: await Attack.all(live, log: log)
      case .spin:
        await withDiscardingTaskGroup { group in
          for _ in 0..<64 { group.addTask { while true { _ = getpid() } } }
        }
      case .eat:
        var hoard: [[UInt8]] = []
        while true { hoard.append([UInt8](repeating: UInt8(hoard.count & 255), count: 1 << 20)) }
      case .die: abort()
      case .wait: while (try? await Task.sleep(for: .seconds(60))) != nil {}
      case .babble:
        // The pipe to the parent has some descriptor above the standard streams.
        for descriptor in Int32(3)..<64 {
          var status = stat()
          guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            continue
          }
          _ = write(descriptor, "hello, parent", 13)
        }
        while true { try? await Task.sleep(for: .seconds(60)) }
      }
    }
  }
#endif
