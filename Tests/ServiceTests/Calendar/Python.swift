import FoundationEssentials
import TestSupport

/// The Python of this machine.
///
/// Its zoneinfo module is the reference for the tests.
enum Python {
  /// Returns the lines that a script prints; nil if there is no Python that can run it.
  static func lines(of script: String) async -> [[Substring]]? {
    let file = FileManager.default.temporaryDirectory.path + "/martlet-python-\(uniqueName())"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let child = try? ChildProcess(["/usr/bin/env", "python3", "-c", script], output: file)
    guard await child?.end() == 0 else { return nil }
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.isEmpty ? nil : text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// Whether there is a Python with time zones.
  static var isPresent: Bool {
    get async {
      await lines(of: "import zoneinfo; zoneinfo.ZoneInfo('Asia/Tokyo'); print('yes')") != nil
    }
  }
}
