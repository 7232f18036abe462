internal import Libc

/// Starts a program that inherits only the given standard streams.
///
/// - Parameters:
///   - arguments: the path and the arguments.
///   - environment: all variables; nil for those of this process.
///   - failure: creates an error from an `errno`.
///   - streams: configures the standard streams.
/// - Returns: the process identifier.
/// - Throws: `failure` if the program cannot be started.
func spawn<Failure: Error>(
  _ arguments: [String], environment: [String: String]? = nil,
  failure: (Int32) -> Failure,
  streams: (inout posix_spawn_file_actions_t) -> Void
) throws(Failure) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  streams(&actions)
  closeInherited(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  unblockSignals(&attributes)
  let variables = environment?.map { "\($0.key)=\($0.value)" }
  var child = pid_t()
  let result = withPointers(to: arguments) { words in
    guard let variables else {
      return posix_spawn(&child, arguments.first ?? "", &actions, &attributes, words, environ)
    }
    return withPointers(to: variables) { variables in
      posix_spawn(&child, arguments.first ?? "", &actions, &attributes, words, variables)
    }
  }
  guard result == 0 else { throw failure(result) }
  return child
}

/// Closes inherited descriptors in the child: a pipe held by a server never ends.
///
/// An exit test of swift-testing reads such a pipe to its end.
private func closeInherited(_ actions: inout posix_spawn_file_actions_t) {
  for descriptor in Int32(3)..<512 {
    posix_spawn_file_actions_addclose(&actions, descriptor)
  }
}

/// Unblocks signals in the child.
///
/// Threads of the pool block most signals, and a child would inherit that.
private func unblockSignals(_ attributes: inout posix_spawnattr_t) {
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
}

/// Passes texts to C as a list that ends with a null pointer.
private func withPointers(
  to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
) -> Int32 {
  var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
