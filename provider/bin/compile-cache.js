"use strict";

const { lstatSync, mkdirSync } = require("node:fs");
const nodeModule = require("node:module");
const { homedir } = require("node:os");
const { dirname, isAbsolute, join } = require("node:path");

/**
 * Makes Node.js 22 and later cache compiled code, which halves the start time. The code runs with the user's keys, so
 * the cache must be private. The default folder of Node.js is not, because it is in the shared temporary folder. Does
 * nothing if the user has set NODE_COMPILE_CACHE, because Node.js then uses that folder.
 */
exports.keepCompiledCode = () => {
  if (!nodeModule.enableCompileCache || process.env.NODE_COMPILE_CACHE) return;
  const folder = ownFolder();
  if (folder !== undefined) nodeModule.enableCompileCache(folder);
};

/** A folder in the user's cache that nobody else can write to. Without one, only the start takes longer. */
function ownFolder() {
  try {
    const folder = join(cacheFolder(), "pulumi-email-marketing", "compiled");
    const isOurs = isAbsolute(folder) && pathsTo(folder).every(isSafe);
    return isOurs && isPrivate(lstatSync(folder)) ? folder : undefined;
  } catch {
    // There is no home folder, or it isn't writable.
    return undefined;
  }
}

function cacheFolder() {
  const { LOCALAPPDATA = "", XDG_CACHE_HOME = "" } = process.env;
  const given = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  // The XDG specification says to ignore relative paths.
  return isAbsolute(given) ? given : join(homedir(), ".cache");
}

/** A path with all its parent folders, from the top. */
function pathsTo(path) {
  const above = dirname(path);
  return above === path ? [path] : [...pathsTo(above), path];
}

/**
 * True if only this user and root can replace or change a folder. Creates a missing one. Assumes that its parents are
 * safe.
 */
function isSafe(path) {
  if (!lstatSync(path, { throwIfNoEntry: false })) mkdirSync(path, { mode: 0o700 });
  const found = lstatSync(path);
  const isOfOthers = found.uid !== 0 && !isOfUser(found);
  const isOpen = (found.mode & 0o022) !== 0;
  // Sticky, like /tmp: others can add files, but can't replace existing ones.
  const isSticky = (found.mode & 0o1000) !== 0;
  const isWindows = process.platform === "win32";
  return found.isDirectory() && (isWindows || (!isOfOthers && (!isOpen || isSticky)));
}

/** True if no other user can use the folder. Windows has no modes, and a cache folder for each user. */
function isPrivate(found) {
  return process.platform === "win32" || (isOfUser(found) && (found.mode & 0o777) === 0o700);
}

function isOfUser({ uid }) {
  return uid === process.getuid?.();
}
