extension Client {
  /// Returns a client that uses libcurl, on a thread that ends with the last copy of the client.
  ///
  /// It supports HTTP/2 over TLS and HTTP/1.1, keeps connections open, and decompresses gzip,
  /// brotli and zstd. It follows no redirects and retries nothing; layers do. It ignores proxies in
  /// the environment: the options name them.
  ///
  ///     let client = Client.live(LiveOptions(userAgent: "martlet/1.0"))
  ///     let response = try await client.send(Request(.get, "https://registry.npmjs.org/left-pad"))
  package static func live(_ options: LiveOptions = LiveOptions()) -> Client {
    let engine = Engine(options)
    return Client { request throws(HTTPError) in try await engine.send(request) }
  }

  /// Starts to load libcurl in the background.
  ///
  /// Loading takes milliseconds, because the system maps thirty libraries. It is best done while a
  /// command reads its settings.
  package static func prepare() {
    // Creating a thread blocks while libraries are being loaded, so first create a thread for
    // tasks.
    Task.detached {}
    NetworkThread.loadLibrary()
  }
}
