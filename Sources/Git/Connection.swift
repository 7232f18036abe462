import CGit2
import Logging

/// The state of one conversation with a remote, for the library's callbacks.
///
/// It lives on the stack of the blocked thread. All callbacks run on that thread.
final class Connection {
  let remote: Remote
  let options: Options
  let call: Threads.Call
  /// The number of credentials handed out.
  ///
  /// After a rejection the library asks again, without limit.
  var credentialsGiven = 0
  /// Why no socket could be opened.
  private var failure: GitError?
  /// The server's messages about rejected references of a push.
  var refusals: [String] = []

  init(remote: Remote, options: Options, call: Threads.Call) {
    self.remote = remote
    self.options = options
    self.call = call
  }

  /// Runs `body` with callbacks that call this object.
  func withCallbacks<Value>(
    _ body: (inout git_remote_callbacks) throws(GitError) -> Value
  ) throws(GitError) -> Value {
    if remote.transport == .http { Library.trustCertificates(options.certificates) }
    var callbacks = martlet_git_remote_callbacks()
    callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
    callbacks.credentials = { out, _, user, types, payload in
      guard let me = Connection.from(payload) else { return GIT_EAUTH.rawValue }
      return me.credential(out, user: user.map { String(cString: $0) }, types: types)
    }
    callbacks.sideband_progress = { _, _, payload in Connection.verdict(payload) }
    callbacks.transfer_progress = { _, payload in Connection.verdict(payload) }
    callbacks.push_update_reference = { name, status, payload in
      guard let status, let me = Connection.from(payload) else { return 0 }
      let reason = String(cString: status)
      me.refusals.append("\(name.map { String(cString: $0) } ?? "?"): \(reason)")
      return 0
    }
    return try withExtendedLifetime(self) { () throws(GitError) in
      try opening { () throws(GitError) in try body(&callbacks) }
    }
  }

  /// Runs `body` with connections that go to the addresses that were checked.
  private func opening<Value>(_ body: () throws(GitError) -> Value) throws(GitError) -> Value {
    martlet_git_set_opener(
      { host, port, context in
        guard let host, let port, let me = Connection.from(context) else { return -1 }
        return me.openSocket(String(cString: host), String(cString: port))
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { martlet_git_set_opener(nil, nil) }
    do throws(GitError) {
      return try body()
    } catch {
      throw failure ?? error
    }
  }

  private func openSocket(_ host: String, _ port: String) -> Int32 {
    do throws(GitError) {
      return try Address.connect(to: host, port: port, of: remote, options)
    } catch {
      failure = error
      return -1
    }
  }

  /// Connects without following redirects.
  ///
  /// libgit2 1.5.1 dereferences a null pointer if the location of a redirect has no query, so a
  /// hostile server could crash the process.
  func open(
    _ pointer: OpaquePointer, _ direction: git_direction, _ callbacks: git_remote_callbacks
  ) throws(GitError) {
    var connect = martlet_git_connect_options()
    connect.callbacks = callbacks
    connect.follow_redirects = GIT_REMOTE_REDIRECT_NONE
    let proxy = remote.transport == .http ? options.proxy(remote)?.reveal() : nil
    let result = (proxy ?? "").withCString { url in
      if proxy != nil {
        connect.proxy_opts.type = GIT_PROXY_SPECIFIED
        connect.proxy_opts.url = url
      }
      return git_remote_connect_ext(pointer, direction, &connect)
    }
    try Library.check(result, subject: "\(remote)")
  }

  private static func from(_ payload: UnsafeMutableRawPointer?) -> Connection? {
    payload.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Stops the transfer if no caller waits for it any longer.
  private static func verdict(_ payload: UnsafeMutableRawPointer?) -> Int32 {
    from(payload)?.call.isAbandoned == true ? GIT_EUSER.rawValue : 0
  }

  private func credential(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, user: String?,
    types: UInt32
  ) -> Int32 {
    if types == GIT_CREDENTIAL_USERNAME.rawValue {
      return git_credential_username_new(out, remote.user ?? "git")
    }
    guard credentialsGiven == 0, let credential = chosen(user: user) else {
      return GIT_EAUTH.rawValue
    }
    credentialsGiven += 1
    return make(credential, out, types: types)
  }

  /// Returns the operator's credential, or otherwise the one in the address.
  private func chosen(user: String?) -> Credential? {
    if let configured = options.credential(remote) { return configured }
    guard let password = remote.password else { return nil }
    return .password(user: remote.user ?? user ?? "git", Secret(password))
  }

  private func make(
    _ credential: Credential,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, types: UInt32
  ) -> Int32 {
    switch credential {
    case .password(let user, let password):
      guard types & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else { break }
      return git_credential_userpass_plaintext_new(out, user, password.reveal())
    // libgit2 has no such credential: HTTP is served by `SmartServer`.
    case .bearer: break
    case .agent(let user):
      guard types & GIT_CREDENTIAL_SSH_KEY.rawValue != 0 else { break }
      return git_credential_ssh_key_from_agent(out, user)
    case .key(let user, let file, let publicFile, let passphrase):
      guard types & GIT_CREDENTIAL_SSH_KEY.rawValue != 0 else { break }
      return git_credential_ssh_key_new(out, user, publicFile, file, passphrase?.reveal())
    }
    return GIT_EAUTH.rawValue
  }
}
