import Crypto
import Logging

/// A git server over HTTP as it greeted us; it answers by protocol version 2 or only lists.
struct SmartServer: Sendable {
  let transport: SmartTransport
  let options: Options
  let place: String
  /// Where it was found after redirects, without `/info/refs`.
  private let base: String
  private let authorization: Secret?
  /// What it can do, line by line; nil for a server that speaks an older version.
  let capabilities: [String]?
  /// Whether it is taken to be like another repository of its host, and was not greeted itself.
  let isAssumed: Bool
  /// What an older server listed in its greeting.
  private let listed: [Reference]

  /// Greets the server of a remote.
  init(
    _ remote: Remote, by transport: SmartTransport, options: Options
  ) async throws(GitError) {
    self.transport = transport
    self.options = options
    place = "\(remote)"
    let secret = Self.authorization(remote, options)
    let path = remote.address.hasSuffix("/") ? String(remote.address.dropLast()) : remote.address
    let suffix = "/info/refs?service=git-upload-pack"
    let answer = try await transport.send(
      SmartTransport.Question(
        url: path + suffix, authorization: secret, deadline: options.deadline,
        bodyLimit: options.packLimit))
    try Self.check(answer, place: place)
    base = answer.url.hasSuffix(suffix) ? String(answer.url.dropLast(suffix.count)) : path
    authorization = Self.origin(base) == Self.origin(path) ? secret : nil
    let packets = try Packet.parse(answer.body, place: place)
    // GitHub names the service also in version 2; git's own http-backend begins with the version.
    let greeting = packets.first?.text
    guard greeting == "# service=git-upload-pack" || greeting == "version 2" else {
      throw GitError(.invalid, place: place, detail: "no git server")
    }
    let lines = packets.filter { $0 != .flush && $0.text != "# service=git-upload-pack" }
    let isModern = lines.first?.text == "version 2"
    capabilities = isModern ? lines.compactMap(\.text) : nil
    isAssumed = false
    listed = isModern ? [] : Advertisement.peeled(lines.compactMap(Self.oldLine))
  }

  /// Takes a remote's server to be able to do what another repository's of the same host can.
  ///
  /// Version 2 keeps nothing between questions, so that a server needs no greeting; it may still be
  /// configured otherwise for this repository, or have moved it, and then refuses.
  init(
    _ remote: Remote, like capabilities: [String], by transport: SmartTransport, options: Options
  ) {
    self.transport = transport
    self.options = options
    self.capabilities = capabilities
    place = "\(remote)"
    base = remote.address.hasSuffix("/") ? String(remote.address.dropLast()) : remote.address
    authorization = Self.authorization(remote, options)
    isAssumed = true
    listed = []
  }

  /// Scheme, host and port as they are written: another spelling is another place.
  private static func origin(_ address: String) -> Substring {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    return address[..<(address[start...].firstIndex(of: "/") ?? address.endIndex)]
  }

  /// The credential for a remote: the operator's, else that of the address.
  static func authorization(_ remote: Remote, _ options: Options) -> Secret? {
    if case .password(let user, let secret)? = options.credential(remote) {
      return Secret("Basic \(Base64.encode(Array("\(user):\(secret.reveal())".utf8)))")
    }
    guard let password = remote.password else { return nil }
    return Secret("Basic \(Base64.encode(Array("\(remote.user ?? ""):\(password)".utf8)))")
  }

  /// Refuses every status but 200.
  static func check(
    _ answer: SmartTransport.Answer, place: String
  ) throws(GitError) {
    guard answer.status != 200 else { return }
    let code: GitError.Code =
      switch answer.status {
      case 401, 403: .unauthorized
      case 404, 410, 451: .notFound
      default: .unreachable
      }
    throw GitError(code, place: place, detail: "status \(answer.status)")
  }

  /// `SHA name`, with capabilities behind a zero byte in the first line.
  private static func oldLine(_ packet: Packet) -> Reference? {
    guard let line = packet.text?.split(separator: "\0", omittingEmptySubsequences: false).first,
      line.utf8.count > 41, line.dropFirst(40).first == " "
    else { return nil }
    let name = String(line.dropFirst(41))
    return name == "capabilities^{}"
      ? nil : Reference(name: name, commit: String(line.prefix(40)))
  }

  /// Whether files can be fetched shallowly from it.
  var isModern: Bool { feature("fetch")?.contains("shallow") == true }

  private func feature(_ name: String) -> [Substring]? {
    capabilities?.first { $0 == name || $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1)
      .split(separator: " ")
  }

  /// Lists HEAD, branches and tags, annotated tags peeled.
  func references() async throws(GitError) -> [Reference] {
    guard capabilities != nil else { return listed }
    let wishes = ["peel", "ref-prefix HEAD", "ref-prefix refs/heads/", "ref-prefix refs/tags/"]
    return try await ask("ls-refs", wishes).compactMap { packet in
      guard let words = packet.text?.split(separator: " "), words.count >= 2,
        words[0].utf8.count == 40
      else { return nil }
      let peeled = words.dropFirst(2).first { $0.hasPrefix("peeled:") }?.dropFirst(7)
      return Reference(name: String(words[1]), commit: String(peeled ?? words[0]))
    }
  }

  /// Fetches objects as a pack: a commit with its trees, without history, and without contents
  /// where the server can leave them out; or contents themselves.
  func pack(of names: [String], isCommit: Bool) async throws(GitError) -> [UInt8] {
    var wishes = ["no-progress", "ofs-delta"]
    if isCommit {
      wishes.append("deepen 1")
      if feature("fetch")?.contains("filter") == true { wishes.append("filter blob:none") }
    }
    wishes += names.map { "want \($0)" } + ["done"]
    var pack: [UInt8] = []
    var isPack = false
    for packet in try await ask("fetch", wishes) {
      guard isPack else {
        isPack = packet.text == "packfile"
        continue
      }
      guard case .data(let bytes) = packet, let band = bytes.first else { continue }
      if band == 1 { pack += bytes.dropFirst() }
      if band == 3 {
        let words = String(decoding: bytes.dropFirst().prefix(200), as: UTF8.self)
        throw GitError(.notFound, place: place, detail: words)
      }
    }
    guard !pack.isEmpty else { throw GitError(.notFound, place: place, detail: "no pack") }
    return pack
  }

  private func ask(_ command: String, _ wishes: [String]) async throws(GitError) -> [Packet] {
    let packets =
      [.line("command=\(command)"), .delimiter] + wishes.map(Packet.line) + [.flush]
    let answer = try await transport.send(
      SmartTransport.Question(
        url: "\(base)/git-upload-pack", body: Packet.message(packets),
        authorization: authorization, deadline: options.deadline, bodyLimit: options.packLimit))
    try Self.check(answer, place: place)
    let result = try Packet.parse(answer.body, place: place)
    if let refusal = result.first?.text, refusal.hasPrefix("ERR ") {
      throw GitError(.notFound, place: place, detail: String(refusal.dropFirst(4).prefix(200)))
    }
    // Without its end an answer may be the beginning of one, or a page of something else.
    guard result.contains(.flush) else {
      throw GitError(.invalid, place: place, detail: "an answer without its end")
    }
    return result
  }
}
