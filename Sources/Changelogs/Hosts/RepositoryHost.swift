internal import HTTP
internal import JSON
internal import Text

/// Creates requests to a forge for release notes and parses the responses.
///
/// All hosts support the same requests, except that `releases()` can be nil.
protocol RepositoryHost: Sendable {
  var repository: SourceRepository { get }

  /// Creates a request for the repository's description, which says whether it is archived; nil if the
  /// host has no archived repositories, or doesn't say.
  func details() -> Request?

  /// Creates a request for the entries of a folder of the default branch.
  func listing(of folder: String) -> Request
  /// Returns the entries of a listing; nil if the answer is not a listing.
  func entries(in answer: Value) -> [FileEntry]?
  /// Creates a request for the bytes of a file.
  func file(_ path: String, at reference: String?) -> Request
  func filePage(_ path: String, at reference: String?) -> String
  /// Returns the link to a line of a file's page; lines start at 1.
  func linePage(_ page: String, _ line: Int) -> String

  func releases() -> Request?
  func release(in item: Value) -> (tag: String, title: String, text: String, page: String)?

  func tags() -> Request
  func tag(in item: Value) -> String?

  func commits(at reference: String, in folder: String) -> Request
  func commit(in item: Value) -> CommitTitle?
  func comparison(from old: String, to new: String) -> String
}

/// A file or folder of a listing.
struct FileEntry: Hashable, Sendable {
  var name: String
  var path: String
  var isFolder: Bool
  /// The size in bytes; nil if the host does not give it.
  var size: Int?
}

extension RepositoryHost {
  /// Nil.
  func details() -> Request? { nil }

  /// The elements of a list response; nil if it is not a list.
  func items(in answer: Value) -> [Value]? { answer.array ?? answer["values"]?.array }
}

extension SourceRepository {
  /// The implementation for the host's API.
  var host: any RepositoryHost {
    switch kind {
    case .github: GitHubNotes(repository: self)
    case .gitlab: GitLabHost(repository: self)
    case .gitea: GiteaHost(repository: self)
    case .bitbucket: BitbucketHost(repository: self)
    case .bitbucketServer: BitbucketServerHost(repository: self)
    }
  }
}

/// Percent-encodes a text for a URL, except unreserved characters (RFC 3986) and `extra`.
func escaped(_ text: String, keeping extra: String = "") -> String {
  PercentEncoding(keeping: "-._~" + extra).encode(text)
}

extension Response {
  /// The body as JSON; nil if it is invalid.
  var json: Value? {
    var options = Document.Options.lenient
    options.maximumDepth = 64
    return (try? Document(SourceText(file: "answer", bytes: body), options: options))?.root.value
  }

  /// The body as text, including UTF-16 with a byte order mark; nil if it is binary.
  var text: String? {
    if body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF]) { return utf16 }
    if body.prefix(8000).contains(0) { return nil }
    let text = String(
      decoding: body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...], as: UTF8.self
    )
    return text.replacing("\r\n", with: "\n")
  }

  private var utf16: String {
    let isLittle = body.first == 0xFF
    let units = stride(from: 2, to: body.count - 1, by: 2).map { index in
      let (low, high) = isLittle ? (body[index], body[index + 1]) : (body[index + 1], body[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(decoding: units, as: UTF16.self).replacing("\r\n", with: "\n")
  }
}
