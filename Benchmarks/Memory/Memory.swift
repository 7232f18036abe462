import FoundationEssentials
import CMalloc
import Libc

/// The memory of this process in MB.
enum Memory {
  /// Returns the resident memory.
  static func resident() throws -> Int { try field("VmRSS:") }

  /// Returns the highest resident memory since the last `resetPeak`.
  static func peak() throws -> Int { try field("VmHWM:") }

  /// Lowers the recorded peak to the resident memory, after returning free memory to the system.
  static func resetPeak() throws {
    malloc_trim(0)
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  private static func field(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 1024 } ?? 0
  }
}
