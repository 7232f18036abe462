import FoundationEssentials
import HTTP

/// Serves a compact index from a folder, without a server.
enum FolderClient {
  /// Answers `/info/NAME` below one address with the folder's files.
  static func client(_ folder: String, at address: String = "https://rubygems.org/") -> Client {
    Client { request in
      guard request.url.hasPrefix(address) else { return Response(status: 403, url: request.url) }
      let path = folder + "/" + request.url.dropFirst(address.count)
      guard let data = try? Data(contentsOf: URL(filePath: path)) else {
        return Response(status: 404, url: request.url)
      }
      return Response(status: 200, body: Array(data), url: request.url)
    }
  }
}
