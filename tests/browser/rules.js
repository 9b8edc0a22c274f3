// Returns the places of the page where a rule of docs/interface.md does not hold, as "number: what element".
() => {
  const found = new Set();
  const say = (rule, element) => found.add(`${rule} ${element.outerHTML.replace(/\s+/g, " ").slice(0, 160)}`);
  const isSeen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const isAside = (element) => element.closest(".visually-hidden, .skip-link, [aria-hidden=true]");
  const own = (element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("").trim();
  const isPhone = innerWidth <= 600;
  const pageLanguage = document.documentElement.lang.slice(0, 2);

  for (const time of document.querySelectorAll("time")) {
    if (!/(Z|[+-]\d\d:\d\d)$/.test(time.dateTime)) say("14: no zone", time);
    if (time.matches("[data-relative]") && !/\d{4}.*\d:\d\d.* \S+$/s.test(time.querySelector(".visually-hidden")?.textContent.trim() ?? "")) say("14: no whole moment", time);
    if (isSeen(time) && time.matches("[data-relative]") && !time.closest("a, button, summary, [tabindex], [data-row]")) say("14: not reached by keys", time);
  }
  for (const cell of document.querySelectorAll("td, dd, .figure strong"))
    if (isSeen(cell) && /^[\d.,]+\s?%?$/.test(cell.textContent.trim()) && !getComputedStyle(cell).fontVariantNumeric.includes("tabular-nums")) say("15: digits of different widths", cell);
  for (const cell of document.querySelectorAll("td, dd, .figure strong"))
    if (/^(None|null|undefined|NaN|nan)$/.test(cell.textContent.trim())) say("15: no value is an en dash", cell);

  for (const chip of document.querySelectorAll(".status-chip, .outcome, .job, .state-word, .decision"))
    if (isSeen(chip) && !chip.textContent.trim()) say("16: no label", chip);

  for (const picture of document.querySelectorAll("svg:not(.icon, .defs, svg svg)")) {
    if (!isSeen(picture) || picture.getAttribute("aria-hidden")) continue;
    if (!picture.getAttribute("aria-label") && !picture.getAttribute("aria-labelledby")) say("17: a picture without words", picture);
  }
  for (const figure of document.querySelectorAll("figure")) {
    if (!isSeen(figure)) continue;
    if (figure.querySelector("svg, [data-chart]") && !figure.querySelector("figcaption")) say("17: no caption", figure);
    const isTold = figure.querySelector("table, .token-list, .day-strip, .timeline, dl") || figure.parentElement.querySelector("table");
    if (!isTold) say("17: no table", figure);
  }

  for (const element of document.querySelectorAll("body *")) {
    const words = own(element);
    if (!words || !isSeen(element) || isAside(element) || element.closest("script, style, svg .tick")) continue;
    const style = getComputedStyle(element);
    const han = words.match(/[\u3400-\u9fff]/g)?.length ?? 0;
    const latin = words.match(/[A-Za-z]/g)?.length ?? 0;
    const is = han && han * 4 >= latin ? "zh" : "en";
    const said = element.closest("[lang]").getAttribute("lang").slice(0, 2);
    if (is === "zh" && said !== "zh") say("20: Chinese that is not said to be", element);
    if (pageLanguage === "zh" && !han && /[a-z]+ [a-z]+ [a-z]+/.test(words) && said !== "en" && !element.closest("pre, code, kbd, .id")) say("20: English that is not said to be", element);
    if (is === "zh" && style.lineBreak !== "strict") say("20: not broken as Chinese", element);
    if (is === "zh" && style.fontStyle !== "normal") say("20: italics", element);
    if (is === "zh" && style.letterSpacing !== "normal" && parseFloat(style.letterSpacing)) say("20: spaced letters", element);
    if (style.textTransform === "uppercase") say("20: upper case", element);
    if (parseFloat(style.fontSize) < 12) say("20: too small to read", element);
  }

  for (const control of isPhone ? document.querySelectorAll("a, button, input, select, textarea, summary") : []) {
    const box = control.getBoundingClientRect();
    if (!isSeen(control) || isAside(control) || control.type === "hidden" || !box.width || !box.height || control.closest("svg")) continue;
    const isField = control.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file])");
    if (isField && parseFloat(getComputedStyle(control).fontSize) < 16) say("23: a field under 16 px", control);
    const after = getComputedStyle(control, "::after");
    const area = after.content !== "none" && after.position === "absolute" ? parseFloat(after.height) : 0;
    const around = control.matches("[type=checkbox], [type=radio]") ? (control.closest("td.tick") ?? control.labels[0])?.getBoundingClientRect().height ?? 0 : 0;
    const isInSentence = getComputedStyle(control).display === "inline" && control.parentElement.textContent.trim().length > control.textContent.trim().length;
    if (Math.round(Math.max(box.height, area, around)) < 44 && !isInSentence && control.type !== "range") say(`23: ${Math.round(box.width)} × ${Math.round(box.height)}`, control);
  }
  for (const titled of document.querySelectorAll("[title]"))
    if (isSeen(titled) && !titled.closest("svg") && !titled.matches("a, button, input, select, label, abbr")) say("23: a title that only hovers", titled);
  return [...found];
}
