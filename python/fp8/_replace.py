"""Files that appear complete or not at all."""

import os
import pathlib
import tempfile


def replace_files(contents):
    """Writes {path: bytes}. Each file is replaced as a whole. If a temporary file
    beside one of them cannot be written, no file is replaced. A symbolic link stays,
    and refers to the new file.
    """
    temporary = {}
    try:
        for path, content in contents.items():
            path = pathlib.Path(path).resolve()
            if path.is_dir():
                raise IsADirectoryError(f"expected a file, but {path} is a folder")
            handle, name = _create_beside(path)
            temporary[path] = name
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o666 & ~_umask())
        for path in tuple(temporary):
            os.replace(temporary[path], path)
            del temporary[path]
    finally:
        for name in temporary.values():
            os.unlink(name)


def _create_beside(path):
    """Creates a temporary file. An error names `path`."""
    try:
        return tempfile.mkstemp(dir=path.parent, prefix=path.name)
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from None


def _umask():
    """Returns the umask. The system returns it only when it is set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
