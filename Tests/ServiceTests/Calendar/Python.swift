import Glibc

/// The machine's Python, whose zoneinfo is an oracle for ours.
enum Python {
  /// What a script prints, line by line; nil where there is no Python that can run it.
  static func lines(of script: String) -> [[Substring]]? {
    guard let pipe = popen("python3 -c \"$SCRIPT\" 2>/dev/null", "r", script) else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, pipe)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    guard pclose(pipe) == 0, !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " ") }
  }

  private static func popen(
    _ command: String, _ mode: String, _ script: String
  ) -> UnsafeMutablePointer<FILE>? {
    let quoted = script.replacing("'", with: "'\\''")
    return Glibc.popen("SCRIPT='\(quoted)'; " + command, mode)
  }

  /// Whether there is one with zones to ask for.
  static let isPresent =
    lines(of: "import zoneinfo; zoneinfo.ZoneInfo('Asia/Tokyo'); print('yes')") != nil
}
