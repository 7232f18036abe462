import CMicrohttpd
import Libc

/// A connection of the library.
///
/// Unchecked, because the pointer is valid only during a request, on the library's thread or while the
/// connection is suspended; `Exchange` ensures that.
struct HeldConnection: @unchecked Sendable {
  let pointer: OpaquePointer

  var id: UInt { UInt(bitPattern: pointer) }

  /// All header fields in order.
  var headers: [HeaderField] {
    var fields: [HeaderField] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values(
        pointer, .HEADER_KIND,
        { context, _, name, value in
          guard let context, let name else { return .YES }
          let text = value.map { String(cString: $0) } ?? ""
          context.assumingMemoryBound(to: [HeaderField].self).pointee
            .append(HeaderField(String(cString: name), text))
          return .YES
        }, fields)
    }
    return fields
  }

  /// The client's network, for limits.
  var network: ClientNetwork { ClientNetwork(martlet_mhd_address(pointer)) }

  /// The client's numeric address; empty for other address families.
  var client: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
      let code = martlet_mhd_client(pointer, text.baseAddress, socklen_t(text.count))
      return code == 0 ? text.baseAddress.map { String(cString: $0) } ?? "" : ""
    }
  }

  func suspend() { MHD_suspend_connection(pointer) }

  func resume() { MHD_resume_connection(pointer) }

  /// Queues a response.
  func queue(_ response: ServerResponse, andClose: Bool) -> MHD_Result {
    var body = response.body
    let made = body.withUnsafeMutableBytes { bytes in
      MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    for field in response.headers { _ = MHD_add_response_header(made, field.name, field.value) }
    if andClose && response.headers.first(named: "Connection") == nil {
      _ = MHD_add_response_header(made, "Connection", "close")
    }
    return MHD_queue_response(pointer, UInt32(clamping: response.status), made)
  }
}
