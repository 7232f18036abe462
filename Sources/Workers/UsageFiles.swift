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

  private static func read(_ file: Int32) -> ArraySlice<UInt8>? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = pread(file, &buffer, buffer.count, 0)
    return count > 0 ? buffer[..<count] : nil
  }
}

extension Usage {
  /// Parses the two files: CPU time in fields 14 and 15 of the first, resident and shared pages in
  /// fields 2 and 3 of the second.
  ///
  /// It is called ten times a second for each worker, so that it parses bytes.
  init?(stat: ArraySlice<UInt8>, statm: ArraySlice<UInt8>) {
    // The second field is the program's name in parentheses, which can contain spaces.
    guard let name = stat.lastIndex(of: UInt8(ascii: ")")),
      let user = stat[(name + 1)...].number(inField: 11),
      let system = stat[(name + 1)...].number(inField: 12),
      let resident = statm.number(inField: 1), let shared = statm.number(inField: 2)
    else { return nil }
    let ticks = max(1, Int64(sysconf(Int32(_SC_CLK_TCK))))
    self.init(
      memory: max(0, resident - shared) * Int(sysconf(Int32(_SC_PAGESIZE))),
      cpu: Int64(user + system) * 1_000 / ticks)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number in a field, counted from 0; nil if there is another text.
  fileprivate func number(inField index: Int) -> Int? {
    let fields = split(maxSplits: index + 1) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard fields.count > index else { return nil }
    return Int(String(decoding: fields[index], as: UTF8.self))
  }
}
