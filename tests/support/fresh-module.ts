import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";

type Load = (path: string) => unknown;
/** What Node.js itself loads a module with, of which its types say nothing. */
type Loadable = Module & { _compile(source: string, path: string): void };

/**
 * Gives loaders of CommonJS modules, each with instances of its own of what lies in the folder; everything else, and what
 * is named as shared, is this process's. Node.js's cache of modules knows nothing of them.
 */
export function freshLoaders(folder: string, shared: readonly string[]): () => Load {
  const sources = new Map<string, string>();
  const sourceOf = (path: string) => {
    const source = sources.get(path) ?? readFileSync(path, "utf8");
    sources.set(path, source);
    return source;
  };
  return () => {
    const loaded = new Map<string, Loadable>();
    const load: Load = (path) => {
      const known = loaded.get(path);
      if (known) return known.exports;
      const module = new Module(path) as Loadable;
      loaded.set(path, module);
      const require = createRequire(path);
      module.require = Object.assign((name: string): unknown => {
        const found = require.resolve(name);
        return found.startsWith(folder) && !shared.includes(found) ? load(found) : require(name);
      }, require);
      module._compile(sourceOf(path), path);
      return module.exports;
    };
    return load;
  };
}
