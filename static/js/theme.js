// Runs before the first paint (a blocking script in the head): resolves "auto" and remembers the
// result in a cookie, so that the server's next page is already right.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const keep = (name, value) => {
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
  };
  const apply = () => {
    const chosen = root.dataset.theme || "auto";
    const shown = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
    if (root.dataset.bsTheme !== shown) root.dataset.bsTheme = shown;
    keep("theme_shown", shown);
    document.dispatchEvent(new CustomEvent("theme-changed", { detail: shown }));
  };
  window.palimpsestTheme = (chosen) => {
    root.dataset.theme = chosen;
    keep("theme", chosen);
    apply();
  };
  dark.addEventListener("change", apply);
  apply();
})();
