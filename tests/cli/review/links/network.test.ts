import { expect } from "chai";
import { privateNetwork, publicNetwork } from "../../../../cli/review/links/network";

const words = (text: string) => text.trim().split(/\s+/);

const reachable = words("1.1.1.1 93.184.216.34 2606:4700:4700::1111 2a00:1450:4001:81b::200e");

/** IP addresses that are allowed only with --allow-private. */
const inside = words(`
  127.0.0.1 127.255.255.254 ::1
  10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 fc00::1 fdff::1`);

/** IP addresses that are never allowed, because no link of an email should lead to them. */
const never = words(`
  0.0.0.0 0.1.2.3 ::
  169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 fec0::1
  168.63.129.16 100.100.100.200 fd00:ec2::254 fd20:ce::254
  ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::8.8.8.8 ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1
  100::1 4000::1 5f00::1 ff02::1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1
  acme.example`);
const all = [...reachable, ...inside, ...never, ""];

describe("the link check without --allow-private", () => {
  it("allows only IP addresses that are reachable from the whole internet", () => {
    expect(all.filter(publicNetwork.isAllowed)).to.deep.equal(reachable);
  });

  it("allows only ports 80 and 443", () => {
    expect([22, 25, 80, 443, 6379, 8080].filter(publicNetwork.isAllowedPort)).to.deep.equal([
      80, 443,
    ]);
  });
});

describe("the link check with --allow-private", () => {
  it("allows this machine and private networks, but no link-local, reserved or cloud metadata addresses", () => {
    expect(all.filter(privateNetwork.isAllowed)).to.deep.equal([...reachable, ...inside]);
  });
});
