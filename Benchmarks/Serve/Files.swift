import Crypto
import FoundationEssentials
import HTTPServer

/// The files of a folder, held in memory.
struct Files: Sendable {
  private struct File: Sendable {
    var bytes: [UInt8]
    var etag: String
    var digest: String
  }

  private var files: [String: File] = [:]

  /// Reads every file in a folder and its subfolders.
  init(in folder: String) throws {
    let sums = try Self.sums(folder)
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let url = URL(filePath: "\(folder)/\(name)")
      guard let data = try? Data(contentsOf: url) else { continue }
      let bytes = Array(data)
      let digest = Digest(.sha256, of: bytes)
      files["/" + name] = File(
        bytes: bytes, etag: sums[name] ?? digest.hexadecimal, digest: digest.base64)
    }
  }

  /// Responds with a file, a part of it, or 304.
  func answer(_ request: ServerRequest) -> ServerResponse {
    guard let file = files[String(request.path)] else { return .text("not found\n", status: 404) }
    var response = ServerResponse(
      status: 200,
      headers: [
        HeaderField("ETag", "\"\(file.etag)\""), HeaderField("Accept-Ranges", "bytes"),
        HeaderField("Repr-Digest", "sha-256=:\(file.digest):"),
        HeaderField("Content-Type", "text/plain; charset=utf-8"),
      ])
    if request.header("If-None-Match") == "\"\(file.etag)\"" {
      response.status = 304
    } else if let start = Self.start(request.header("Range")), start < file.bytes.count {
      response.status = 206
      let range = "bytes \(start)-\(file.bytes.count - 1)/\(file.bytes.count)"
      response.headers.append(HeaderField("Content-Range", range))
      response.body = Array(file.bytes[start...])
    } else {
      response.body = file.bytes
    }
    return response
  }

  /// Parses a range such as `bytes=17-`.
  private static func start(_ header: String?) -> Int? {
    guard let header, header.hasPrefix("bytes="), header.hasSuffix("-") else { return nil }
    return Int(header.dropFirst(6).dropLast())
  }

  private static func sums(_ folder: String) throws -> [String: String] {
    guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/MD5SUMS")) else { return [:] }
    var result: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { result[String(parts[1].drop { $0 == " " })] = String(parts[0]) }
    }
    return result
  }
}
