"""Compiles the sources of an SDK, and each program of a folder, against the sources of Pulumi's own SDK.

Prints the compiler's errors and warnings as JSON, and runs no program. Leaves out errors in Pulumi's sources, because their
dependencies (gRPC, OneOf) are missing.
"""

import json
import os
import re
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pythonnet
from clr_loader import get_coreclr


def package(name):
    return Path(find_spec(name).origin).parent


def with_openssl():
    """Restarts this script with the OpenSSL 1.1 of psycopg2, because this .NET needs it and systems have a later one."""
    links = Path(sys.prefix, "openssl")
    if os.environ.get("LD_LIBRARY_PATH", "").startswith(str(links)):
        return
    links.mkdir(exist_ok=True)
    libraries = package("psycopg2").with_name("psycopg2_binary.libs")
    for name in ["libssl", "libcrypto"]:
        [file] = libraries.glob(f"{name}-*.so.1.1")
        link = links / f"{name}.so.1.1"
        link.unlink(missing_ok=True)
        link.symlink_to(file)
    env = {**os.environ, "LD_LIBRARY_PATH": f"{links}:{libraries}"}
    os.execve(sys.executable, [sys.executable, *sys.argv], env)


def start(roslyn):
    """Starts .NET, with the compiler's assemblies in place of .NET's own. Returns .NET's own, to which programs refer."""
    name = "Microsoft.NETCore.App"
    options = {
        "framework": {"name": name, "version": "3.1.0"},
        "configProperties": {"System.Globalization.Invariant": True},
    }
    with tempfile.NamedTemporaryFile("w", suffix=".runtimeconfig.json") as config:
        json.dump({"runtimeOptions": options}, config)
        config.flush()
        runtime = get_coreclr(dotnet_root=package("dotnetcore2") / "bin", runtime_config=config.name)
    key = "TRUSTED_PLATFORM_ASSEMBLIES"
    framework = [file for file in runtime[key].split(":") if file]
    compiler = {file.name: str(file) for file in Path(roslyn).glob("*.dll")}
    others = [file for file in framework if Path(file).name not in compiler]
    runtime[key] = ":".join([*others, *compiler.values()])
    pythonnet.load(runtime)
    return framework


with_openssl()
pulumi_sources, roslyn, sdk_sources, program_folder = sys.argv[1:]
framework = start(roslyn)

import clr  # noqa: E402

clr.AddReference("Microsoft.CodeAnalysis")
clr.AddReference("Microsoft.CodeAnalysis.CSharp")
from Microsoft.CodeAnalysis import (  # noqa: E402
    DiagnosticSeverity,
    MetadataReference,
    NullableContextOptions,
    OutputKind,
    SyntaxTree,
)
from Microsoft.CodeAnalysis.CSharp import (  # noqa: E402
    CSharpCompilation,
    CSharpCompilationOptions,
    CSharpParseOptions,
    CSharpSyntaxTree,
    LanguageVersion,
)
from System.Collections.Generic import List  # noqa: E402

base = [MetadataReference.CreateFromFile(file) for file in framework]
syntax = CSharpParseOptions(LanguageVersion.Preview)


def parse(file):
    text = file.read_text("utf-8-sig")
    # This compiler doesn't support namespaces without braces.
    braced = re.sub(r"^namespace ([\w.]+);", r"namespace \1 {", text, flags=re.MULTILINE)
    return CSharpSyntaxTree.ParseText(text if braced == text else braced + "}", syntax, str(file))


def compilation(name, files, kind, *references):
    trees = List[SyntaxTree]()
    for file in files:
        trees.Add(parse(file))
    needed = List[MetadataReference]()
    for reference in [*base, *(one.ToMetadataReference() for one in references)]:
        needed.Add(reference)
    options = CSharpCompilationOptions(kind).WithNullableContextOptions(NullableContextOptions.Enable)
    return CSharpCompilation.Create(name, trees, needed, options)


def problems(compiled):
    found = [one for one in compiled.GetDiagnostics() if one.Severity >= DiagnosticSeverity.Warning]
    return [one.ToString() for one in found]


library = OutputKind.DynamicallyLinkedLibrary
pulumi = compilation("Pulumi", sorted(Path(pulumi_sources).rglob("*.cs")), library)
files = sorted(Path(sdk_sources).rglob("*.cs"))
sdk = compilation("Pulumi.EmailMarketing", files, library, pulumi)
programs = sorted(Path(program_folder).glob("*.cs"))
found = problems(sdk)
for program in programs:
    application = OutputKind.ConsoleApplication
    found += problems(compilation(program.stem, [program], application, pulumi, sdk))
print(json.dumps({"files": len(files), "programs": len(programs), "problems": found}))
