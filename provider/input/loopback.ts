/** Whether the host is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" ||
    // Reserved for this machine by RFC 6761.
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
