import Crypto
import Logging

/// A git server at HTTP, with its capabilities; it supports protocol version 2, or only lists
/// references.
struct SmartServer: Sendable {
  let transport: SmartTransport
  let options: Options
  let subject: String
  /// The repository's URL after redirects, without `/info/refs`.
  private let base: String
  private let authorization: Secret?
  /// The capabilities, one per line; nil if the server uses an older protocol version.
  let capabilities: [String]?
  /// Whether the capabilities are those of another repository of the same host.
  let isAssumed: Bool
  /// The references in the first response of an older server.
  private let listed: [Reference]

  /// Fetches the capabilities of a remote's server.
  init(
    _ remote: Remote, by transport: SmartTransport, options: Options
  ) async throws(GitError) {
    self.transport = transport
    self.options = options
    subject = "\(remote)"
    let secret = Self.authorization(remote, options)
    let path = remote.address.hasSuffix("/") ? String(remote.address.dropLast()) : remote.address
    let suffix = "/info/refs?service=git-upload-pack"
    let answer = try await transport.send(
      SmartTransport.Question(
        url: path + suffix, authorization: secret, deadline: options.deadline,
        bodyLimit: options.packLimit))
    try Self.check(answer, subject: subject)
    base = answer.url.hasSuffix(suffix) ? String(answer.url.dropLast(suffix.count)) : path
    authorization = Self.origin(base) == Self.origin(path) ? secret : nil
    let packets = try Packet.parse(answer.body, subject: subject)
    // GitHub names the service in version 2, too; git's own http-backend begins with the version.
    let greeting = packets.first?.text
    guard greeting == "# service=git-upload-pack" || greeting == "version 2" else {
      throw GitError(.invalid, subject: subject, detail: "not a git server")
    }
    let lines = packets.filter { $0 != .flush && $0.text != "# service=git-upload-pack" }
    let isModern = lines.first?.text == "version 2"
    capabilities = isModern ? lines.compactMap(\.text) : nil
    isAssumed = false
    listed = isModern ? [] : Advertisement.peeled(lines.compactMap(Self.oldLine))
  }

  /// Creates a server that is assumed to have the capabilities of another repository on the same
  /// host.
  ///
  /// Version 2 is stateless, so requests need no handshake. The server can have other capabilities
  /// for this repository, or have moved it; then it refuses the request.
  init(
    _ remote: Remote, like capabilities: [String], by transport: SmartTransport, options: Options
  ) {
    self.transport = transport
    self.options = options
    self.capabilities = capabilities
    subject = "\(remote)"
    base = remote.address.hasSuffix("/") ? String(remote.address.dropLast()) : remote.address
    authorization = Self.authorization(remote, options)
    isAssumed = true
    listed = []
  }

  /// The scheme, host and port in the original spelling; another spelling counts as another origin.
  private static func origin(_ address: String) -> Substring {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return address[..<(address[start...].firstIndex(of: "/") ?? address.endIndex)]
  }

  /// Returns the credential for a remote: the operator's, or otherwise the one in the address.
  static func authorization(_ remote: Remote, _ options: Options) -> Secret? {
    switch options.credential(remote) {
    case .password(let user, let secret):
      return Secret("Basic \(Base64.encode(Array("\(user):\(secret.reveal())".utf8)))")
    case .bearer(let token): return Secret("Bearer \(token.reveal())")
    case .agent, .key, nil: break
    }
    guard let password = remote.password else { return nil }
    return Secret("Basic \(Base64.encode(Array("\(remote.user ?? ""):\(password)".utf8)))")
  }

  /// Throws an error for every status except 200.
  static func check(
    _ answer: SmartTransport.Answer, subject: String
  ) throws(GitError) {
    guard answer.status != 200 else { return }
    let code: GitError.Code =
      switch answer.status {
      case 401, 403: .unauthorized
      case 404, 410, 451: .notFound
      default: .unreachable
      }
    throw GitError(code, subject: subject, detail: "status \(answer.status)")
  }

  /// Parses `SHA name`; the first line has capabilities after a zero byte.
  private static func oldLine(_ packet: Packet) -> Reference? {
    guard let line = packet.text?.split(separator: "\0", omittingEmptySubsequences: false).first,
      line.utf8.count > 41, line.dropFirst(40).first == " "
    else { return nil }
    let name = String(line.dropFirst(41))
    return name == "capabilities^{}"
      ? nil : Reference(name: name, commit: String(line.prefix(40)))
  }

  /// Whether the server supports a shallow fetch.
  var isModern: Bool { feature("fetch")?.contains("shallow") == true }

  private func feature(_ name: String) -> [Substring]? {
    capabilities?.first { $0 == name || $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1)
      .split(separator: " ")
  }

  /// Lists HEAD, branches and tags, with peeled annotated tags.
  func references() async throws(GitError) -> [Reference] {
    guard capabilities != nil else { return listed }
    let arguments = ["peel", "ref-prefix HEAD", "ref-prefix refs/heads/", "ref-prefix refs/tags/"]
    return try await ask("ls-refs", arguments).compactMap { packet in
      guard let words = packet.text?.split(separator: " "), words.count >= 2,
        words[0].utf8.count == 40
      else { return nil }
      let peeled = words.dropFirst(2).first { $0.hasPrefix("peeled:") }?.dropFirst(7)
      return Reference(
        name: String(words[1]), commit: String(peeled ?? words[0]),
        tagObject: peeled == nil ? nil : String(words[0]))
    }
  }

  /// Fetches objects as a pack: blobs, or a commit with its trees, without history, and without
  /// blobs if the server supports that.
  func pack(of names: [String], isCommit: Bool) async throws(GitError) -> [UInt8] {
    let filter = sendsPart ? ["filter blob:none"] : []
    return try await pack(of: names, isCommit ? ["deepen 1"] + filter : [])
  }

  /// Whether the server can leave out files or folders.
  var sendsPart: Bool { feature("fetch")?.contains("filter") == true }

  /// Fetches commits as a pack, without history, folders and files.
  func bareCommits(_ names: [String]) async throws(GitError) -> [UInt8] {
    try await pack(of: names, ["deepen 1", "filter tree:0"])
  }

  private func pack(
    of names: [String], _ options: [String]
  ) async throws(GitError) -> [UInt8] {
    var arguments = ["no-progress", "ofs-delta"] + options
    arguments += names.map { "want \($0)" } + ["done"]
    var pack: [UInt8] = []
    var isPack = false
    for packet in try await ask("fetch", arguments) {
      guard isPack else {
        isPack = packet.text == "packfile"
        continue
      }
      guard case .data(let bytes) = packet, let band = bytes.first else { continue }
      if band == 1 { pack += bytes.dropFirst() }
      if band == 3 {
        let message = String(decoding: bytes.dropFirst().prefix(200), as: UTF8.self)
        throw GitError(.notFound, subject: subject, detail: message)
      }
    }
    guard !pack.isEmpty else { throw GitError(.notFound, subject: subject, detail: "no pack") }
    return pack
  }

  private func ask(_ command: String, _ arguments: [String]) async throws(GitError) -> [Packet] {
    let packets =
      [.line("command=\(command)"), .delimiter] + arguments.map(Packet.line) + [.flush]
    let answer = try await transport.send(
      SmartTransport.Question(
        url: "\(base)/git-upload-pack", body: Packet.message(packets),
        authorization: authorization, deadline: options.deadline, bodyLimit: options.packLimit))
    try Self.check(answer, subject: subject)
    let result = try Packet.parse(answer.body, subject: subject)
    if let refusal = result.first?.text, refusal.hasPrefix("ERR ") {
      throw GitError(.notFound, subject: subject, detail: String(refusal.dropFirst(4).prefix(200)))
    }
    // Without a flush packet the response can be incomplete, or a page of something else.
    guard result.contains(.flush) else {
      throw GitError(.invalid, subject: subject, detail: "an incomplete response")
    }
    return result
  }
}
