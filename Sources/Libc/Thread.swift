/// Runs a function on a new thread outside of Swift's thread pool, for calls that block.
///
/// Ends the process if the system has no thread left: a caller that waits would wait forever.
package func requireThread(_ body: @escaping @Sendable () -> Void) {
  let isStarted = startThread(body)
  precondition(isStarted, "the system cannot create a thread")
}

/// Runs a function on a new thread outside of Swift's thread pool, if the system can create one.
///
/// - Parameters:
///   - stackSize: the size of its stack in bytes; nil: the system's default, 8 MiB on Linux.
///   - body: runs once. It doesn't run if the result is false.
/// - Returns: whether the system created the thread; it may be out of threads or memory.
package func startThread(
  stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
) -> Bool {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
      Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }
  #else
    var thread = pthread_t()
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }
  #endif
  let code = pthread_create(&thread, &attributes, start, box.toOpaque())
  if code != 0 { box.release() }
  return code == 0
}
