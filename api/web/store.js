// What the phone keeps: choices, history, the table. None of it leaves the phone.

const PREFIX = "qicheng.";

/**
 * @template T
 * @param {string} name
 * @param {T} fallback given when nothing (readable) is kept
 * @returns {T}
 */
export function load(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value; null forgets it. In private browsing, or when the phone is full, it holds until the page closes. */
export function save(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // nothing to do: the page goes on with what it has in memory
  }
}
