extension Client {
  /// Talks to the network by libcurl, on a thread that ends with the last copy of the client.
  ///
  /// It speaks HTTP/2 over TLS and HTTP/1.1, keeps connections, and decompresses gzip, brotli and
  /// zstd. It follows no redirect and repeats nothing: layers do. Proxies that the environment
  /// names are not used, since behind one nobody could say which address is reached.
  ///
  ///     let client = Client.live(LiveOptions(userAgent: "martlet/1.0"))
  ///     let response = try await client.send(Request(.get, "https://registry.npmjs.org/left-pad"))
  package static func live(_ options: LiveOptions = LiveOptions()) -> Client {
    let engine = Engine(options)
    return Client { request throws(HTTPError) in try await engine.send(request) }
  }

  /// Lets what the first request needs be loaded beside the caller's own work.
  ///
  /// That takes milliseconds, in which the system maps thirty libraries: better while a command
  /// reads its settings than while it builds a tree.
  package static func prepare() {
    // Whoever makes a thread waits while libraries are being loaded: so the thread that tasks will
    // run on is made first.
    Task.detached {}
    NetworkThread.loadLibrary()
  }
}
