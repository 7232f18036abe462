package import HTTP
package import Logging

extension CredentialSource {
  /// Creates a source from values by URL prefix; the longest prefix that covers a URL is used.
  package init(_ prefixes: [String: Secret]) throws(HTTPError) {
    var entries: [(prefix: AbsoluteURL, value: Secret)] = []
    for (prefix, value) in prefixes { entries.append((try AbsoluteURL(prefix), value)) }
    entries.sort { $0.prefix.path.utf8.count > $1.prefix.path.utf8.count }
    let longestFirst = entries
    self.init { request throws(HTTPError) in
      let url = try AbsoluteURL(request.url)
      return longestFirst.first { $0.prefix.covers(url) }?.value
    }
  }
}
