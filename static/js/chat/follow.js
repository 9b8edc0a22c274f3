// Follows the end of a reply only while the reader is there. Only the reader's own act (wheel,
// touch, key, scroll bar, selection) ends following; layout never does.
const NEAR = 48;

export class Follower {
  constructor(scroll, button) {
    Object.assign(this, { scroll, button, isFollowing: true, isActing: false });
    const act = () => {
      this.isActing = true;
      requestAnimationFrame(() => requestAnimationFrame(() => this.judge()));
    };
    for (const name of ["wheel", "touchmove", "pointerdown"]) scroll.addEventListener(name, act, { passive: true });
    scroll.addEventListener("keydown", (event) => {
      if (["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", " "].includes(event.key)) act();
    });
    scroll.addEventListener("scroll", () => {
      if (this.isActing) this.judge();
      else if (this.isNear) this.start();
    }, { passive: true });
    window.addEventListener("pointerup", () => (this.isActing = false));
    document.addEventListener("selectionchange", () => {
      const selection = document.getSelection();
      if (!selection.isCollapsed && scroll.contains(selection.anchorNode)) this.isFollowing = false;
    });
    button.addEventListener("click", () => {
      this.start();
      this.toEnd();
    });
    // The box itself changes height (composer grows, phone keyboard): stay where the reader is.
    new ResizeObserver(() => this.isFollowing && this.toEnd()).observe(scroll);
  }

  get isNear() {
    return this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight <= NEAR;
  }

  judge() {
    this.isFollowing = this.isNear;
    if (this.isFollowing) this.button.hidden = true;
  }

  start() {
    this.isFollowing = true;
    this.isActing = false;
    this.button.hidden = true;
  }

  // Called after text came.
  follow() {
    if (this.isFollowing) this.toEnd();
    else if (!this.isNear) this.button.hidden = false;
  }

  toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  // Runs `change`, which adds something above, without moving what is being read.
  keepPlace(change) {
    const before = this.scroll.scrollHeight - this.scroll.scrollTop;
    change();
    this.scroll.scrollTop = this.scroll.scrollHeight - before;
  }
}
