private import CIsolation
import Libc

/// Restrictions of a worker process; the members are those that are missing.
package struct Confinement: OptionSet, Hashable, Sendable {
  /// A sum of `MARTLET_NO_…`.
  package let rawValue: Int32

  /// Creates a set from a sum of `MARTLET_NO_…`.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// New privileges are not excluded (PR_SET_NO_NEW_PRIVS, capabilities).
  package static let privileges = Confinement(rawValue: Int32(MARTLET_NO_PRIVILEGE_LOCK))
  /// System calls are not filtered (seccomp).
  package static let calls = Confinement(rawValue: Int32(MARTLET_NO_FILTER))
  /// The worker can outlive its parent (PR_SET_PDEATHSIG).
  package static let death = Confinement(rawValue: Int32(MARTLET_NO_DEATH_SIGNAL))
  /// Core dumps, and reads of the memory by the same user, are not disabled (PR_SET_DUMPABLE).
  package static let dumps = Confinement(rawValue: Int32(MARTLET_NO_DUMP_LOCK))
  /// All files of the user can be opened (Landlock).
  package static let files = Confinement(rawValue: Int32(MARTLET_NO_FILES))
  /// The worker shares the users and the network of its parent.
  package static let namespaces = Confinement(rawValue: Int32(MARTLET_NO_NAMESPACES))
  /// The worker sees the processes of others.
  package static let processes = Confinement(rawValue: Int32(MARTLET_NO_OWN_PROCESSES))
  /// Open files and sizes of files are not limited.
  package static let limits = Confinement(rawValue: Int32(MARTLET_NO_LIMITS))

  /// All restrictions, in the order in which they are explained.
  package static let all: [Confinement] = [
    .calls, .files, .namespaces, .processes, .privileges, .dumps, .death, .limits,
  ]
}

extension Confinement {
  /// The files and folders that a worker may open.
  package struct Access: Codable, Sendable {
    /// Files and folders to read.
    package var readable: [String]
    /// Files and folders to read, write and change.
    package var writable: [String]

    /// Creates lists; paths that don't exist are ignored.
    package init(readable: [String] = [], writable: [String] = []) {
      self.readable = readable
      self.writable = writable
    }
  }

  /// Restricts this process irrevocably; called before other threads exist.
  ///
  /// - Returns: the restrictions that failed.
  package static func enter(_ access: Access) -> Confinement {
    // The parent ends its workers; systemd and terminals send these signals to all processes.
    for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    let missing = withStrings(access.readable) { readable in
      withStrings(access.writable) { writable in
        martlet_confine(readable, writable)
      }
    }
    return Confinement(rawValue: missing)
  }

  /// Calls `body` with the strings as C expects them, with nil at the end.
  private static func withStrings<Value>(
    _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
  }

  /// Disables core dumps, and reads of this process's memory by others of the same user.
  ///
  /// - Returns: whether that worked.
  @discardableResult package static func protectMemory() -> Bool { martlet_protect_memory() == 0 }

  /// Limits the private writable memory of this process, in bytes (RLIMIT_DATA).
  ///
  /// The parent measures the resident memory; this limit stops a process that grows faster than it
  /// is measured.
  package static func limitMemory(to bytes: Int) {
    _ = martlet_limit_memory(UInt64(max(0, bytes)))
  }

  /// Limits the CPU time of this process from now on, in seconds (RLIMIT_CPU).
  ///
  /// The limit holds even while the parent is stopped.
  package static func limitCPU(to seconds: Int64) {
    _ = martlet_limit_cpu(UInt64(max(1, seconds)))
  }
}

extension Confinement {
  /// The name of a single restriction: `system calls (seccomp)`.
  package var name: String {
    switch self {
    case .calls: "only the system calls that it needs (seccomp)"
    case .files: "only its own files (Landlock)"
    case .namespaces: "namespaces of its own for users and networks"
    case .processes: "a namespace of its own for processes"
    case .privileges: "no new privileges"
    case .dumps: "no core dumps, and no access to its memory"
    case .death: "an end with its parent"
    default: "limits for files and threads"
    }
  }

  /// What makes a machine enforce a single restriction; nil if only the kernel decides.
  package var advice: String? {
    switch self {
    case .calls: "use a kernel with CONFIG_SECCOMP_FILTER on x86-64 or arm64"
    case .files: "use Linux 5.13 or later with Landlock (the boot parameter lsm=landlock,…)"
    case .processes:
      "allow user namespaces, and hide nothing in /proc (ProtectProc, ProtectKernelTunables)"
    case .namespaces:
      "allow user namespaces: RestrictNamespaces in systemd, the seccomp profile of the container, "
        + "kernel.apparmor_restrict_unprivileged_userns, user.max_user_namespaces"
    default: nil
    }
  }

  /// The names of the missing restrictions.
  package var names: String {
    Self.all.filter { contains($0) }.map(\.name).joined(separator: ", ")
  }

  /// The content of a worker's first message, which says what is missing.
  package var payload: [UInt8] { [UInt8(truncatingIfNeeded: rawValue)] }

  /// Reads the content of a worker's first message; everything is missing if it is empty.
  package init(payload: [UInt8]) {
    self.init(rawValue: payload.first.map(Int32.init) ?? 0xFF)
  }
}
