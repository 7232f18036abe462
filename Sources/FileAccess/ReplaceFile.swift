private import Libc

/// Creates or replaces a file in one step.
///
/// The bytes are written to a new file beside `path`, which is then renamed. Other processes see the
/// old file or the complete new one. A process that is killed leaves its temporary file behind; the
/// name of that file begins with the name of `path`.
///
/// - Parameters:
///   - path: the file; its folder exists.
///   - bytes: the new contents.
///   - isDurable: waits until the bytes are on the disk before the file is renamed.
/// - Throws: `FileError`; the file is unchanged then.
package func replaceFile(
  _ path: String, with bytes: [UInt8], isDurable: Bool
) throws(FileError) {
  let temporary = "\(path).\(getpid()).\(UInt64.random(in: .min ... .max)).new"
  let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw .latest }
  var failure: FileError?
  if !writeAll(bytes[...], to: descriptor) { failure = .latest }
  if failure == nil, isDurable, fsync(descriptor) != 0 { failure = .latest }
  if close(descriptor) != 0, failure == nil { failure = .latest }
  if failure == nil, rename(temporary, path) != 0 { failure = .latest }
  guard let failure else { return }
  unlink(temporary)
  throw failure
}
