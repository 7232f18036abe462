/// A conditional change of one reference: the server applies it only if the old value matches.
///
/// `git push --force-with-lease` sends the same: each command of `git-receive-pack` carries the old
/// value, and the server compares it while it holds the reference's lock.
///
///     RefUpdate("refs/heads/x", from: old, to: new)  // moves
///     RefUpdate("refs/heads/x", from: nil, to: new)  // creates
///     RefUpdate("refs/heads/x", from: old, to: nil)  // deletes
package struct RefUpdate: Hashable, Sendable {
  /// The full name, such as `refs/heads/main`.
  package var name: String
  /// The current value; nil if the reference must not exist.
  package var old: String?
  /// The new value; nil deletes the reference.
  package var new: String?

  /// Creates a change.
  package init(_ name: String, from old: String?, to new: String?) {
    self.name = name
    self.old = old
    self.new = new
  }

  /// A pack without objects, for commits that the server already has.
  package static let emptyPack: [UInt8] =
    Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 0]
    + [
      0x02, 0x9d, 0x08, 0x82, 0x3b, 0xd8, 0xa8, 0xea, 0xb5, 0x10, 0xad, 0x6a, 0xc7, 0x5c, 0x82,
      0x3c, 0xfd, 0x3e, 0xd3, 0x1e,
    ]

  /// Creates the body of a POST to `git-receive-pack` (gitprotocol-pack, "Pushing Data To a
  /// Server").
  ///
  /// - Parameter pack: the objects that the server lacks; a deletion sends none.
  /// - Returns: the command, a flush, and the pack.
  package func request(sending pack: [UInt8] = RefUpdate.emptyPack) -> [UInt8] {
    let none = String(repeating: "0", count: 40)
    let capabilities = "report-status side-band-64k agent=martlet"
    let command = "\(old ?? none) \(new ?? none) \(name)\0 \(capabilities)"
    return Packet.message([.data(Array(command.utf8)), .flush]) + (new == nil ? [] : pack)
  }

  /// Parses the server's report.
  ///
  /// - Parameters:
  ///   - report: the body of the response.
  ///   - subject: the place for an error.
  /// - Returns: nil if the reference was changed, otherwise the server's reason with the messages of
  ///   its hooks: `hook declined: You are not allowed to push to protected branches`.
  /// - Throws: `GitError`, `.invalid` for anything that is not a report about this reference.
  package func refusal(in report: [UInt8], subject: String) throws(GitError) -> String? {
    let answer = try Sideband(report, subject: subject)
    let lines = answer.report.compactMap(\.text)
    guard let unpacked = lines.first, unpacked.hasPrefix("unpack ") else {
      let message = answer.message.isEmpty ? "not a report of git-receive-pack" : answer.message
      throw GitError(.invalid, subject: subject, detail: message)
    }
    guard unpacked == "unpack ok" else { return Self.reason(unpacked, answer.message) }
    if lines.contains("ok \(name)") { return nil }
    let refusal = "ng \(name) "
    guard let line = lines.first(where: { $0.hasPrefix(refusal) }) else {
      throw GitError(.invalid, subject: subject, detail: "no report about \(name)")
    }
    return Self.reason(String(line.dropFirst(refusal.count)), answer.message)
  }

  private static func reason(_ status: String, _ message: String) -> String {
    String((message.isEmpty ? status : "\(status): \(message)").prefix(300))
  }
}
