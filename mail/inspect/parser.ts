import { Parser } from "htmlparser2";

/** As deep as a browser nests elements. */
const deepest = 512;

/** Reads HTML in linear time: what opens at the deepest level holds nothing, since each level makes a tag slower to read. */
export class MailParser extends Parser {
  private isFull = false;

  override onopentagname(start: number, endIndex: number): void {
    // biome-ignore lint/complexity/useLiteralKeys: private, and nothing else tells the depth.
    this.isFull = this["stack"].length >= deepest;
    super.onopentagname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isFull = false;
    super.onclosetag(start, endIndex);
  }

  protected override isVoidElement(name: string): boolean {
    return this.isFull || super.isVoidElement(name);
  }
}
