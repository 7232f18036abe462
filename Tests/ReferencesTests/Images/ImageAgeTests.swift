import HTTP
import Testing
import Time

@testable import References

/// A registry with the image `1` for two platforms.
///
/// - Parameters:
///   - configuration: the document of the image.
///   - modified: when the manifest and the configuration were stored; nil without the header.
/// - Returns: its client.
private func registry(
  _ configuration: String, modified: (manifest: String?, blob: String?)
) -> ImageRegistry {
  let digest = { (digit: Character) in "sha256:" + String(repeating: digit, count: 64) }
  let documents = [
    "manifests/1":
      #"{"manifests": [{"digest": "\#(digest("a"))"}, {"digest": "\#(digest("c"))"}]}"#,
    "manifests/\(digest("a"))": #"{"config": {"digest": "\#(digest("b"))"}}"#,
    "blobs/\(digest("b"))": configuration,
  ]
  return ImageRegistry(
    http: HTTP.Client { request in
      let path = request.url.split(separator: "/").suffix(2).joined(separator: "/")
      guard let body = documents[path] else { return Response(status: 404) }
      var headers: Headers = [:]
      headers["Last-Modified"] = path.hasPrefix("blobs") ? modified.blob : modified.manifest
      return Response(status: 200, headers: headers, body: Array(body.utf8))
    })
}

@Suite struct `The age of an image's tag` {
  private static let march = "Fri, 01 Mar 2024 10:00:00 GMT"
  private static let april = "Mon, 01 Apr 2024 10:00:00 GMT"

  @Test(
    arguments: [
      (#"{"created": "2024-02-01T10:00:00Z", "rootfs": {}}"#, march, april, "2024-02-01T10:00:00Z"),
      // Reproducible builds state a date that says nothing.
      (#"{"created": "1970-01-01T00:00:01Z", "rootfs": {}}"#, march, april, "2024-03-01T10:00:00Z"),
      (#"{"created": "1970-01-01T00:00:01Z", "rootfs": {}}"#, nil, april, "2024-04-01T10:00:00Z"),
      (#"{"rootfs": {}}"#, nil, april, "2024-04-01T10:00:00Z"),
      (#"{"created": "yesterday", "rootfs": {}}"#, nil, nil, nil),
      // Many artifacts share the empty configuration.
      ("{}", nil, april, nil), ("{}", march, april, "2024-03-01T10:00:00Z"),
    ] as [(String, String?, String?, String?)])
  func `is when it was made, else when it was stored`(
    configuration: String, manifest: String?, blob: String?, expected: String?
  ) async throws {
    let registry = registry(configuration, modified: (manifest, blob))
    let image = try #require(ImageReference("images.acme.dev/app/web:1"))
    let created = try await registry.created("1", in: image)
    #expect(created == expected.flatMap { Timestamp(rfc3339: $0) })
  }

  @Test func `is unknown if the registry doesn't have it`() async throws {
    let registry = registry("{}", modified: (nil, nil))
    let image = try #require(ImageReference("images.acme.dev/app/web:2"))
    await #expect(throws: (any Error).self) { try await registry.created("2", in: image) }
  }
}
