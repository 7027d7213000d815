"""The rules: tiles, hands, every split, fans, rule sets, payments. No pictures, no HTTP."""
