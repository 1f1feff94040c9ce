// A form goes off once, and who waits knows that one has gone.

// Begun from the moment a form is sent: going to another address then would call the sending off.
export const departure = { begun: false };

export function refuseTwice() {
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "1";
      departure.begun = true;
      form.classList.add("busy");
    });
  }
  addEventListener("pageshow", () => {
    departure.begun = false;
    for (const form of document.querySelectorAll("form")) delete form.dataset.sent;
  });
}
