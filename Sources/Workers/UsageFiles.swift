import Libc

/// The files `/proc/PID/stat` and `/proc/PID/statm` of a worker (proc_pid_stat(5)).
///
/// They are opened before the worker confines itself: afterwards, a system that hides the processes
/// of others hides it from its parent, too.
struct UsageFiles {
  private let stat: Int32
  private let statm: Int32

  init(of process: Int32) {
    stat = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    statm = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
  }

  /// The current usage; nil if the process has ended.
  var usage: Usage? {
    guard let stat = Self.read(stat), let statm = Self.read(statm) else { return nil }
    return Usage(stat: stat, statm: statm)
  }

  func close() {
    for file in [stat, statm] where file >= 0 { Libc.close(file) }
  }

  private static func read(_ file: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = pread(file, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

extension Usage {
  /// Parses the two files: CPU time in fields 14 and 15 of the first, resident and shared pages in
  /// fields 2 and 3 of the second.
  init?(stat: String, statm: String) {
    // The second field is the program's name in parentheses, which can contain spaces.
    guard let name = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: name)...].split(separator: " ")
    let pages = statm.split(whereSeparator: \.isWhitespace)
    guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]),
      pages.count > 2, let resident = Int(pages[1]), let shared = Int(pages[2])
    else { return nil }
    let ticks = max(1, Int64(sysconf(Int32(_SC_CLK_TCK))))
    self.init(
      memory: max(0, resident - shared) * Int(sysconf(Int32(_SC_PAGESIZE))),
      cpu: (user + system) * 1_000 / ticks)
  }
}
