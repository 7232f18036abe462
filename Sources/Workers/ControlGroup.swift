import Libc

/// The control group of this process (cgroups(7)).
package enum ControlGroup {
  /// Reads the lowest memory limit of the group and of the groups around it.
  ///
  /// Supports both versions of control groups. In a container the group's path can be invisible; the
  /// root of the mounted tree is then the container's own group.
  ///
  /// - Parameter contents: reads a file; nil if it doesn't exist.
  /// - Returns: bytes; nil if there is no limit.
  package static func memoryLimit(
    contents: (_ path: String) -> String? = { ControlGroup.contents(of: $0) }
  ) -> Int? {
    let lines = (contents("/proc/self/cgroup") ?? "").split(separator: "\n")
    let limits = lines.flatMap { line -> [Int] in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      switch fields[1] {
      case "": return Self.limits("/sys/fs/cgroup", fields[2], "memory.max", contents)
      case let names where names.split(separator: ",").contains("memory"):
        return Self.limits("/sys/fs/cgroup/memory", fields[2], "memory.limit_in_bytes", contents)
      default: return []
      }
    }
    // Version 1 writes "no limit" as almost 2^63.
    return limits.filter { $0 < 1 << 50 }.min()
  }

  private static func limits(
    _ root: String, _ path: Substring, _ file: String, _ contents: (String) -> String?
  ) -> [Int] {
    var steps = path.split(separator: "/")
    var limits: [Int] = []
    while true {
      let folder = ([root] + steps.map(String.init)).joined(separator: "/")
      let text = contents("\(folder)/\(file)")
      if let limit = text.flatMap({ Int($0.prefix(while: \.isNumber)) }) { limits.append(limit) }
      if steps.isEmpty { return limits }
      steps.removeLast()
    }
  }

  /// Reads a short file; nil if it doesn't exist.
  package static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &buffer, buffer.count)
    return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
