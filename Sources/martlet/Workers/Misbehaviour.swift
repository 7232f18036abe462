#if DEBUG
  import Glibc

  /// What tests let a visit do; programs that are released do not have it.
  ///
  ///     MARTLET_TEST_VISITS=acme/one=spin,acme/two=eat
  enum Misbehaviour: String {
    /// Keeps every thread busy for ever.
    case spin
    /// Takes memory for ever.
    case eat
    /// Ends the process.
    case die
    /// Says what no worker says.
    case babble

    static let variable = "MARTLET_TEST_VISITS"

    /// What the variable says of a repository.
    init?(of repository: String) {
      let rules = (environment(Self.variable) ?? "").split(separator: ",")
      let rule = rules.first { $0.hasPrefix("\(repository)=") }
      guard let word = rule?.split(separator: "=").last else { return nil }
      self.init(rawValue: String(word))
    }

    func callAsFunction() async {
      switch self {
      case .spin:
        await withDiscardingTaskGroup { group in
          for _ in 0..<64 { group.addTask { while true { _ = getpid() } } }
        }
      case .eat:
        var hoard: [[UInt8]] = []
        while true { hoard.append([UInt8](repeating: UInt8(hoard.count & 255), count: 1 << 20)) }
      case .die: abort()
      case .babble:
        // The end of the pipe is behind the standard streams; other files must stay whole.
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
